// pass: func.func(affine-loop-unroll-jam{unroll-jam-factor=2})
// args: 5x4
// before: [[1,   4,   7,   3], [4,   7,   3,   1], [7,   3,   1,   6], [3,   1,   6,   4], [1,   6,   4,   2]]
// after: [[1,   4,   7,   3], [4,   7,   3,   1], [2,   5,   1,   6], [5,   1,   6,   4], [5,   1,   4,   2]]
func.func @diagonal(%A: memref<5x4xf64>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 1 to 4 {
      %a = affine.load %A[%i, %j] : memref<5x4xf64>
      affine.store %a, %A[%i + 1, %j - 1] : memref<5x4xf64>
    }
  }
  return
}
