// why:    padding with 0 adds nothing to a sum of products, padding with 1 does; packed and split the sums are the same in another order
// run:    transform --allow reassoc --transform "pad(S0, d2=4)"
// expect: ok
// run:    check --transform "pad(S0, 1.0, d2=4)"
// expect: refuted
// run:    check --transform "pad(S0, 1.0, d0=5)"
// expect: proved
// run:    transform --allow reassoc --transform "pack(S0, d0=8, d2=4)"
// expect: ok
// run:    check --transform "pack(S0, d0=8, d1=3)"
// expect: proved
// run:    transform --allow reassoc --transform "split_reduction(S0, d2=5)"
// expect: ok
// run:    check --transform "split_reduction(S0, d2=4)"
// expect: error
// run:    check --transform "split_reduction(S0, d0=4)"
// expect: error
// run:    check --transform "expand_dims(S0, d2=5); drop_unit_dims(S0)"
// expect: error
// run:    check --transform "expand_dims(S0, d2=10); drop_unit_dims(S0)"
// expect: proved
// run:    check --transform "pad(S0, x, d2=4)"
// expect: error
func.func @product(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  return %0 : tensor<16x9xf32>
}
