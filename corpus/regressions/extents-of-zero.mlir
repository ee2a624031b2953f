// why:    a slice at 0 of a dimension of extent 0 was written with 0 as a number, which mlir-opt refuses
// run:    transform --transform "tile_using_for(S0, d0=2, d1=4)"
// expect: ok
// run:    transform --transform "tile_using_forall(S0, d1=4)"
// expect: ok
// run:    transform --transform "split_iterators(S0, d1, 2)"
// expect: ok
// run:    transform --transform "pad(S0, d1=4)"
// expect: ok
func.func @none(%A: tensor<0x5xf32>, %B: tensor<5x3xf32>, %C: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<0x5xf32>, tensor<5x3xf32>) outs(%C : tensor<0x3xf32>) -> tensor<0x3xf32>
  return %r : tensor<0x3xf32>
}
