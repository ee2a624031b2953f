func.func @main(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) -> (tensor<?x4xf32>) {
    %1 = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %t) -> (tensor<?x4xf32>) {
      %last = arith.subi %n, %c1 : index
      %at = arith.subi %last, %i : index
      %x = tensor.extract %a[%i, %j] : tensor<?x4xf32>
      %y = arith.addf %x, %x : f32
      %w = tensor.insert %y into %u[%i, %j] : tensor<?x4xf32>
      scf.yield %w : tensor<?x4xf32>
    }
    scf.yield %1 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}
