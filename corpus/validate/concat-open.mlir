// why:    tensors of open extents one after another, as decompose-concat writes it: each begins after the sum of those before
// run:    validate %after
// expect: proved
func.func @joined(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %r = tensor.concat dim(1) %a, %b, %c : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
