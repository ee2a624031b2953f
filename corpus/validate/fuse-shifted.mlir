// why:    a producer is fused with a consumer that reads two elements ahead: shifted by two, with its first two iterations before the loop
// run:    validate %after
// expect: proved
func.func @ahead(%x: memref<?xf32>, %t: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 2)>()[%n] {
    %a = affine.load %x[%i] : memref<?xf32>
    %s = arith.mulf %a, %a : f32
    affine.store %s, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %t[%i] : memref<?xf32>
    %b = affine.load %t[%i + 2] : memref<?xf32>
    %s = arith.subf %a, %b : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  return
}
