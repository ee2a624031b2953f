// why:    the callee reads another global
// run:    validate %after
// expect: refuted
memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func private @h(%o: memref<4xf32>) {
  %g = memref.get_global @a : memref<4xf32>
  memref.copy %g, %o : memref<4xf32> to memref<4xf32>
  return
}
func.func @f(%o: memref<4xf32>) {
  call @h(%o) : (memref<4xf32>) -> ()
  return
}
