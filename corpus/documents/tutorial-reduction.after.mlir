func.func @reduction(%0: vector<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %init = arith.constant 0.0 : f32
  %result = scf.for %i = %c0 to %c8 step %c1 iter_args(%partial = %init) -> (f32) {
    %element = vector.extractelement %0[%i : index] : vector<8xf32>
    %updated = arith.addf %partial, %element : f32
    scf.yield %updated : f32
  }
  return %result : f32
}
