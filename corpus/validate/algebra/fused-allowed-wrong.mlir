// why:    it adds another value than the sum did, which no licence to fuse allows
// run:    validate %after --allow contract
// expect: refuted
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %b : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
