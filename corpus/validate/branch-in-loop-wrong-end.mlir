// why:    one element too few
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    %small = arith.cmpi slt, %i, %c5 : index
    %u = scf.if %small -> (tensor<8xf32>) {
      %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
      scf.yield %0 : tensor<8xf32>
    } else {
      scf.yield %t : tensor<8xf32>
    }
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
