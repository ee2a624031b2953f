// why:    a slice that is a row without the other dimension
// run:    transform --transform "fuse_into_containing_op(S0, scf.for)"
// expect: ok
func.func @rows(%A: tensor<6x8xi32>, %B: tensor<6x8xi32>, %C: tensor<8xi32>) -> tensor<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %e = linalg.add ins(%A, %A : tensor<6x8xi32>, tensor<6x8xi32>) outs(%B : tensor<6x8xi32>) -> tensor<6x8xi32>
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%acc = %C) -> (tensor<8xi32>) {
    %row = tensor.extract_slice %e[%i, 0] [1, 8] [1, 1] : tensor<6x8xi32> to tensor<8xi32>
    %sum = linalg.add ins(%row, %acc : tensor<8xi32>, tensor<8xi32>) outs(%acc : tensor<8xi32>) -> tensor<8xi32>
    scf.yield %sum : tensor<8xi32>
  }
  return %r : tensor<8xi32>
}
