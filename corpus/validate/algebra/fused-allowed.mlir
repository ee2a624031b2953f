// why:    a fused multiply-add is a product and a sum where that is allowed
// run:    validate %after --allow contract
// expect: proved
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
