// pass: func.func(affine-loop-coalescing)
// args: -2 -2 1
// before: [3]
// after: [7]
func.func @count(%n: index, %m: index, %A: memref<1xf64>) {
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[0] : memref<1xf64>
      %s = arith.addf %a, %one : f64
      affine.store %s, %A[0] : memref<1xf64>
    }
  }
  return
}
