// why:    what generates a tensor is a function of the element, as the payload of an operation is
// run:    transform --transform "rewrite_in_destination_passing_style(tensor.generate)"
// expect: ok
func.func @generated(%n: index) -> tensor<?x6xi64> {
  %g = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %k = arith.index_cast %s : index to i64
    tensor.yield %k : i64
  } : tensor<?x6xi64>
  return %g : tensor<?x6xi64>
}
