// pass: func.func(affine-loop-fusion{mode=greedy})
// args: 2 1
// before: [3,  7] [2]
// after: [3,  10] [2]
func.func @twice(%A: memref<2xf64>, %B: memref<1xf64>) {
  affine.for %i = 1 to 2 {
    %a = affine.load %A[%i - 1] : memref<2xf64>
    %b = affine.load %A[%i] : memref<2xf64>
    %s = arith.addf %b, %a : f64
    affine.store %s, %A[%i] : memref<2xf64>
  }
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 1 {
      %b = affine.load %B[%j] : memref<1xf64>
      %a = affine.load %A[%i] : memref<2xf64>
      %s = arith.addf %a, %b : f64
      affine.store %s, %A[%i] : memref<2xf64>
    }
  }
  return
}
