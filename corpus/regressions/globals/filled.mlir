// why:    a structured operation fills another global
// run:    validate %after
// expect: refuted
memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f(%x: f32) {
  %g = memref.get_global @a : memref<4xf32>
  linalg.fill ins(%x : f32) outs(%g : memref<4xf32>)
  return
}
