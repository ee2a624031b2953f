// why:    %v is defined inside the loop and used after it
// run:    parse
// expect: error
func.func @value_out_of_scope(%A: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %A[%i] : memref<16xf32>
  }
  affine.store %v, %A[0] : memref<16xf32>
  return
}
