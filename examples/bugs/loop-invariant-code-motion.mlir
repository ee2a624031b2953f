// pass: func.func(affine-loop-invariant-code-motion)
// args: 5
// before: [0,  0,  0,  3,  6]
// after: [0,  0,  0,  0,  0]
func.func @below_three(%A: memref<5xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 5 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 3 {
      affine.store %zero, %A[%i] : memref<5xf64>
    }
  }
  return
}
