// why:    an operation as loops over tiles of itself: a parallel loop over the reduction races, and a fill inside the loop over it starts the sums again
// run:    check --transform "tile_using_for(linalg.matmul, d0=4, d1=8, d2=2)"
// expect: proved
// run:    transform --transform "t, l = tile_using_forall(linalg.matmul, d0=4, d1=8); fuse_into_containing_op(linalg.fill, l)"
// expect: ok
// run:    check --transform "tile_using_forall(linalg.matmul, d2=8)"
// expect: refuted
// run:    check --transform "t, i, k = tile_using_for(linalg.matmul, d0=4, d2=8); fuse_into_containing_op(linalg.fill, i)"
// expect: refuted
// run:    check --transform "tile_using_for(linalg.matmul, d3=4)"
// expect: error
// run:    check --transform "tile_using_for(linalg.exp, d0=4)"
// expect: error
// run:    check --transform "t = tile_using_for(linalg.matmul, d0=4)"
// expect: error
// run:    check --transform "tile(d0=4); generalize(linalg.matmul)"
// expect: proved
// run:    check --transform "reverse(d0); generalize(linalg.matmul)"
// expect: error
func.func @product(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %cst = arith.constant 0.0 : f32
  %init = linalg.fill ins(%cst : f32) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
