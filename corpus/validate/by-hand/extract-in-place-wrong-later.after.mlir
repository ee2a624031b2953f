func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    %at = arith.subi %c7, %i : index
    %x = tensor.extract %t[%at] : tensor<8xf32>
    %w = tensor.insert %x into %t[%i] : tensor<8xf32>
    scf.yield %w : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
