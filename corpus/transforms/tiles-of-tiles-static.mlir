// why:    as tiles-of-tiles, of static sizes that no tile divides
// run:    check --transform "tile_using_for(S0, d0=64, d1=64, d2=64); tile_using_for(linalg.matmul, d0=8, d1=8, d2=8)"
// expect: proved
func.func @product(%A: tensor<1000x1000xf32>, %B: tensor<1000x1000xf32>, %C: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<1000x1000xf32>, tensor<1000x1000xf32>) outs(%C : tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  return %0 : tensor<1000x1000xf32>
}
