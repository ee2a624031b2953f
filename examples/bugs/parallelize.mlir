// pass: func.func(affine-parallelize)
// args: 4
// before: [1,  1,  1,  1]
// after: the same
func.func @otherwise(%A: memref<4xf64>) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (-d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf64>
      affine.store %a, %A[%i] : memref<4xf64>
    } else {
      %a = affine.load %A[%i - 1] : memref<4xf64>
      affine.store %a, %A[%i] : memref<4xf64>
    }
  }
  return
}
