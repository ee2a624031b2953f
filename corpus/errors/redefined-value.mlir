// why:    %v is defined twice in one block
// run:    parse
// expect: error
func.func @redefined_value(%A: memref<16xf32>) {
  %v = affine.load %A[0] : memref<16xf32>
  %v = affine.load %A[1] : memref<16xf32>
  affine.store %v, %A[2] : memref<16xf32>
  return
}
