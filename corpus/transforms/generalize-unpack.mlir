// why:    an element of an unpacked tensor is at a quotient and a remainder of its place
// run:    check --transform "generalize(linalg.unpack)"
// expect: proved
func.func @unpack(%s: tensor<?x?x8x4xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.unpack %s inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<?x?x8x4xf32> -> tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
