// why:    as expand-shape-other-extents, with an extent that the type leaves open
// run:    validate %after --no-cross-check
// expect: refuted
func.func @f(%t: tensor<?xf32>, %n: index) -> tensor<?x4xf32> {
  %e = tensor.expand_shape %t [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %e : tensor<?x4xf32>
}
