// pass: func.func(affine-loop-unroll{unroll-factor=3})
// args: 6
// before: [3,  5,  7,  3,  6,  2]
// after: [3,  5,  7,  5,  7,  2]
func.func @triangle(%A: memref<6xf64>) {
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 6 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 2 {
      %a = affine.load %A[%i] : memref<6xf64>
      %s = arith.addf %a, %one : f64
      affine.store %s, %A[%i] : memref<6xf64>
    }
  }
  return
}
