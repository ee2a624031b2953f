// why:    a tile of a gather takes its indices, or its part of what each of them fetches; the model of a gather is no exact one
// run:    check --transform "tile_using_for(tensor.gather, d0=4, d1=6)"
// expect: unknown
func.func @gather(%s: tensor<100x20xf32>, %i: tensor<7x1xindex>) -> tensor<7x20xf32> {
  %p = tensor.gather %s[%i] gather_dims([0]) : (tensor<100x20xf32>, tensor<7x1xindex>) -> tensor<7x20xf32>
  return %p : tensor<7x20xf32>
}
