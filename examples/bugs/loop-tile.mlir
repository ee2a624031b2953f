// pass: func.func(affine-loop-tile{tile-size=2})
// args: 4
// before: [16,  50,  149,  436]
// after: [16,  30,  155,  408]
func.func @sums(%A: memref<4xf64>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i] : memref<4xf64>
      %b = affine.load %A[%j] : memref<4xf64>
      %s = arith.addf %a, %b : f64
      affine.store %s, %A[%i] : memref<4xf64>
    }
  }
  return
}
