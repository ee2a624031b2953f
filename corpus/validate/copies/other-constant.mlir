// why:    one copy of seven has the constant of another one
// run:    validate %after
// expect: refuted

// polyvet: assume n >= 1 and m >= 1
func.func @f(%n: index, %m: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %B[%j, %i] : memref<?x?xf32>
      %p = arith.mulf %a, %b : f32
      %c = affine.load %C[%i] : memref<?xf32>
      %s = arith.addf %c, %p : f32
      affine.store %s, %C[%i] : memref<?xf32>
    }
  }
  return
}
