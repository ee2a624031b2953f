// why:    a loop gives what it computes of a producer to those behind it: right if its tiles are all of it, each once
// run:    transform --func both --transform "t, i, j = tile_using_for(S1, d0=4, d1=3); fuse_into_containing_op(S0, i, yield)"
// expect: ok
// run:    transform --func both --transform "t, l = tile_using_forall(S1, d0=4); fuse_into_containing_op(S0, l, yield)"
// expect: ok
// run:    check --func windows --transform "t, l = tile_using_for(conv, d0=4); fuse_into_containing_op(exp, l, yield)"
// expect: proved
// run:    check --func windows --transform "t, l = tile_using_forall(conv, d0=4); fuse_into_containing_op(exp, l, yield)"
// expect: refuted
// run:    check --func half --transform "t, l = tile_using_for(S1, d0=4); fuse_into_containing_op(S0, l, yield)"
// expect: refuted
// run:    check --func both --transform "t, l = tile_using_for(S2, d0=4); fuse_into_containing_op(S0, l, yield)"
// expect: error
func.func @both(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %p = linalg.exp ins(%A : tensor<?x?xf32>) outs(%B : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = linalg.abs ins(%p : tensor<?x?xf32>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = linalg.negf ins(%p : tensor<?x?xf32>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c, %d : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @windows(%A: tensor<18xf32>, %W: tensor<3xf32>, %B: tensor<18xf32>, %C: tensor<16xf32>) -> (tensor<16xf32>, tensor<18xf32>) {
  %p = linalg.exp {polyvet.name = "exp"} ins(%A : tensor<18xf32>) outs(%B : tensor<18xf32>) -> tensor<18xf32>
  %c = linalg.conv_1d {polyvet.name = "conv"} ins(%p, %W : tensor<18xf32>, tensor<3xf32>) outs(%C : tensor<16xf32>) -> tensor<16xf32>
  return %c, %p : tensor<16xf32>, tensor<18xf32>
}

func.func @half(%A: tensor<16xf32>, %B: tensor<16xf32>, %C: tensor<8xf32>) -> (tensor<8xf32>, tensor<16xf32>) {
  %p = linalg.exp ins(%A : tensor<16xf32>) outs(%B : tensor<16xf32>) -> tensor<16xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%p : tensor<16xf32>) outs(%C : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %c, %p : tensor<8xf32>, tensor<16xf32>
}
