// why:    tiles whose size is an argument, which counts as 1 where it is less: run at some sizes
// run:    transform --accept tested --transform "t, i, j = tile_using_for(S0, d0=T, d1=8)"
// expect: ok
// run:    transform --accept tested --transform "t, l = tile_using_forall(S0, d0=T, d1=U)"
// expect: ok
// run:    check --transform "t, l = tile_using_forall(S0, d2=T)"
// expect: refuted
// run:    check --transform "t, l = tile_using_for(S0, d0=n)"
// expect: error
// run:    check --transform "pad(S0, d0=T)"
// expect: error
func.func @product(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>, %T: index, %U: index) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
