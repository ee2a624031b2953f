// why:    the strides are swapped
// run:    validate %after
// expect: refuted
func.func @f(%A: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.extract_slice %A[%c0, %c3] [%n, %n] [%c2, %c3] : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
