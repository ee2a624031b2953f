// why:    a concatenation needs operands that agree in the other dimensions, whoever uses its result
// run:    validate %after
// expect: refuted
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %c : tensor<?x?xf32>
}
