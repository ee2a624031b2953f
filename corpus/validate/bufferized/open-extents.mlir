// why:    A copy into what was made with the extent of its source; the step of the loop is open too.
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<?xf32>, %B: tensor<?xf32>, %C: tensor<4xf32>, %lb: index, %ub: index, %step: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %r = scf.for %i = %lb to %ub step %step iter_args(%t = %A) -> (tensor<?xf32>) {
    %u = tensor.insert_slice %C into %t[1] [4] [1] : tensor<4xf32> into tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %A, %r : tensor<?xf32>, tensor<?xf32>
}
