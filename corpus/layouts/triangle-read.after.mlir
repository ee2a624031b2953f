func.func @f(%A: memref<4x4xf32> {polyvet.space = affine_set<(d0, d1) : (d0 - d1 >= 0)>}, %B: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i, 0] : memref<4x4xf32>
    %z = affine.load %A[0, %i] : memref<4x4xf32>
    affine.store %a, %B[%i, 0] : memref<4x4xf32>
  }
  return
}
