// why:    a tensor that a branch in a loop updates or leaves as it is: copies without end have no proof, and runs agree
// run:    validate %after
// expect: unknown
func.func @main(%a: tensor<800xf32>, %x: f32) -> tensor<800xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c500 = arith.constant 500 : index
  %c800 = arith.constant 800 : index
  %r = scf.for %i = %c0 to %c800 step %c1 iter_args(%t = %a) -> (tensor<800xf32>) {
    %small = arith.cmpi slt, %i, %c500 : index
    %u = scf.if %small -> (tensor<800xf32>) {
      %0 = tensor.insert %x into %t[%i] : tensor<800xf32>
      scf.yield %0 : tensor<800xf32>
    } else {
      scf.yield %t : tensor<800xf32>
    }
    scf.yield %u : tensor<800xf32>
  }
  return %r : tensor<800xf32>
}
