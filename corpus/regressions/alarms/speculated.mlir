// why:    loop-invariant-code-motion reads a tensor before a loop that may be empty: a lane before index 0 that nobody uses refutes nothing
// run:    validate %after
// expect: unknown
func.func @f(%A: tensor<128xf32>, %n: index, %at: index) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %none) -> (vector<4xf32>) {
    %v = vector.transfer_read %A[%at], %zero : tensor<128xf32>, vector<4xf32>
    %s = arith.addf %v, %sum : vector<4xf32>
    scf.yield %s : vector<4xf32>
  }
  return %r : vector<4xf32>
}
