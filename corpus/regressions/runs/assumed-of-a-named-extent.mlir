// why:    `%N` names an extent, so the model knew `A.0` by that name only, and an assumption about `A.0` or `%N` got lost
// run:    validate %after --assume "N <= 2"
// expect: proved
// run:    validate %after --assume "%N <= 2"
// expect: proved
// run:    validate %after --assume "A.0 <= 2"
// expect: proved
// run:    validate %after --param A.0=2
// expect: proved
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
