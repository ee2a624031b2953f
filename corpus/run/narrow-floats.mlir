// why:    a dot product in half precision loses what one that accumulates in single precision keeps; 2048 + 1 is 2048 in f16
// run:    run
// expect: ok
func.func @dot() -> (f16, f32, bf16) {
  %A = arith.constant dense<[2048.0, 1.0, 1.0, 1.0]> : tensor<4xf16>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %h0 = arith.constant 0.0 : f16
  %s0 = arith.constant 0.0 : f32
  %h, %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%h = %h0, %s = %s0) -> (f16, f32) {
    %a = tensor.extract %A[%i] : tensor<4xf16>
    %hn = arith.addf %h, %a : f16
    %w = arith.extf %a : f16 to f32
    %sn = arith.addf %s, %w : f32
    scf.yield %hn, %sn : f16, f32
  }
  %b = arith.truncf %s : f32 to bf16
  return %h, %s, %b : f16, f32, bf16
}
