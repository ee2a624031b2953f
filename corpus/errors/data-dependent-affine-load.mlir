// why:    a loaded index is neither a loop variable nor a symbol, so affine.load may not use it (memref.load may)
// run:    parse
// expect: error
func.func @data_dependent_affine_load(%A: memref<16xf32>, %at: memref<16xindex>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %k = affine.load %at[%i] : memref<16xindex>
    %a = affine.load %A[%k] : memref<16xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  return
}
