// why:    A branch that gives one of two tensors is one that writes to a copy.
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %k = arith.constant 2 : index
  %x = tensor.extract %A[%k] : tensor<8xf32>
  %y = arith.addf %x, %x : f32
  %r = scf.if %c -> (tensor<8xf32>) {
    %t = tensor.insert %y into %A[%k] : tensor<8xf32>
    scf.yield %t : tensor<8xf32>
  } else {
    scf.yield %A : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
