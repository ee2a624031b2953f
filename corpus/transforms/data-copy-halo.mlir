// why:    a tile and the elements beside it, at any size: one buffer of 34 elements that begins one before the tile, also at the edge
// run:    transform --transform "tile(i=32); data_copy(i_t, A, B)"
// expect: ok
// run:    check --transform "data_copy(i, A, set)"
// expect: proved
func.func @stencil(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = affine.load %A[%i] : memref<?xf32>
    %c = affine.load %A[%i + 1] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %c : f32
    affine.store %t, %B[%i] : memref<?xf32>
  }
  return
}
