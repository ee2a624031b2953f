// why:    operations on buffers one after the other, the second over what the first made; a library call; a part at a time
// run:    transform --transform "bufferize(S0); bufferize(S1)"
// expect: ok
// run:    transform --transform "bufferize(S0); bufferize(S1); lower_to_scf(S1)"
// expect: ok
// run:    check --transform "bufferize(S1)"
// expect: proved
// run:    transform --transform "call_library(S1, sgemm)"
// expect: ok
// run:    transform --transform "split_iterators(S1, d0, 5)"
// expect: ok
// run:    check --transform "split_iterators(S1, d2, 5)"
// expect: proved
// run:    check --transform "call_library(S1, product)"
// expect: error
func.func @product(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %cst = arith.constant 0.0 : f32
  %init = linalg.fill ins(%cst : f32) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  %0 = linalg.matmul ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%init : tensor<16x9xf32>) -> tensor<16x9xf32>
  return %0 : tensor<16x9xf32>
}
