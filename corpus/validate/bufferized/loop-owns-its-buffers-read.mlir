// why:    What the loop wrote to is read afterwards by its old name.
// run:    validate %after
// expect: refuted
func.func @f(%A: tensor<?xf32>, %B: tensor<?xf32>, %x: f32, %lb: index, %ub: index, %step: index) -> (f32, f32, f32) {
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%s = %A, %t = %B) -> (tensor<?xf32>, tensor<?xf32>) {
    %v = tensor.insert %x into %s[%i] : tensor<?xf32>
    scf.yield %t, %v : tensor<?xf32>, tensor<?xf32>
  }
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %r#0[%c0] : tensor<?xf32>
  %1 = tensor.extract %r#1[%c0] : tensor<?xf32>
  %2 = tensor.extract %A[%c0] : tensor<?xf32>
  return %0, %1, %2 : f32, f32, f32
}
