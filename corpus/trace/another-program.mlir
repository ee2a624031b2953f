// why:    a trace of another text of the program: its lines are not the ones that it names
// run:    check --trace %trace --transform "reverse(i)"
// expect: error
// run:    check --trace %trace --transform "tile_using_for(S0, 2)"
// expect: error
func.func @hist(%at: memref<?xindex>, %H: memref<?xf32>, %w: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %at, %c0 : memref<?xindex>
  affine.for %i = 0 to %n {
    %k = affine.load %at[%i] : memref<?xindex>
    %a = affine.load %w[%i] : memref<?xf32>
    // One line more.
    memref.store %a, %H[%k] : memref<?xf32>
  }
  return
}
