// Time loop skewed into the space loop.
func.func @before(%A: memref<8xf64>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 7 {
      %x = affine.load %A[%i - 1] : memref<8xf64>
      %y = affine.load %A[%i + 1] : memref<8xf64>
      %d = arith.subf %x, %y : f64
      affine.store %d, %A[%i] : memref<8xf64>
    }
  }
  return
}
func.func @after(%A: memref<8xf64>) {
  affine.for %w = 1 to 13 {
    affine.for %t = max affine_map<(d0) -> (0, (d0 - 6) ceildiv 2)>(%w) to min affine_map<(d0) -> (4, (d0 - 1) floordiv 2 + 1)>(%w) {
      %x = affine.load %A[%w - %t * 2 - 1] : memref<8xf64>
      %y = affine.load %A[%w - %t * 2 + 1] : memref<8xf64>
      %d = arith.subf %x, %y : f64
      affine.store %d, %A[%w - %t * 2] : memref<8xf64>
    }
  }
  return
}
