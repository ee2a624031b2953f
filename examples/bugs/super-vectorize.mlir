// pass: func.func(affine-super-vectorize{virtual-vector-size=4})
// args: 8
// before: [1,  1,  7,  7,  6,  6,  5,  5]
// after: [1,  1,  4,  7,  3,  2,  5,  1]
func.func @odd(%A: memref<8xf64>) {
  affine.for %i = 0 to 7 step 2 {
    %a = affine.load %A[%i] : memref<8xf64>
    affine.store %a, %A[%i + 1] : memref<8xf64>
  }
  return
}
