// why:    what is put around depends on the place, so that one fill does not do
// run:    check --transform "rewrite_in_destination_passing_style(tensor.pad)"
// expect: error
func.func @border(%A: tensor<4xindex>) -> tensor<6xindex> {
  %0 = tensor.pad %A low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<6xindex>
  return %0 : tensor<6xindex>
}
