// why:    what a gather fetches is read in the payload
// run:    check --transform "bufferize(tensor.gather); lower_to_parallel(linalg.generic)"
// expect: unknown
func.func @gather(%s: tensor<100x20xf32>, %i: tensor<7x1xindex>) -> tensor<7x20xf32> {
  %p = tensor.gather %s[%i] gather_dims([0]) : (tensor<100x20xf32>, tensor<7x1xindex>) -> tensor<7x20xf32>
  return %p : tensor<7x20xf32>
}
