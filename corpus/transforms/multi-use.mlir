// why:    one producer, several users: once for all that take the same or touching windows, again for the others
// run:    transform --func same --transform "t, l = tile_using_for(S2, d0=4); c = fuse_into_containing_op(S1, l); p = fuse_into_containing_op(S0, l)"
// expect: ok
// run:    transform --func windows --transform "t, l = tile_using_for(sub, d0=4); c = fuse_into_containing_op(conv, l); p = fuse_into_containing_op(exp, l)"
// expect: ok
// run:    check --func windows --transform "t, l = tile_using_for(sub, d0=4); c = fuse_into_containing_op(conv, l); p, q = fuse_into_containing_op(exp, l, recompute)"
// expect: proved
// run:    transform --func parts --transform "t, l, m = tile_using_for(S1, d0=4, d1=3); p, q = fuse_into_containing_op(S0, l)"
// expect: ok
// run:    check --func parts --transform "t, l = tile_using_for(S1, d0=4); fuse_into_containing_op(S0, l)"
// expect: proved
// run:    check --func outside --transform "t, l = tile_using_for(S1, d0=4); fuse_into_containing_op(S0, l)"
// expect: proved
func.func @same(%A: tensor<?x8xf32>, %B: tensor<?x8xf32>, %C: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %p = linalg.exp ins(%A : tensor<?x8xf32>) outs(%B : tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = linalg.abs ins(%p : tensor<?x8xf32>) outs(%B : tensor<?x8xf32>) -> tensor<?x8xf32>
  %d = linalg.sub ins(%p, %c : tensor<?x8xf32>, tensor<?x8xf32>) outs(%C : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %d : tensor<?x8xf32>
}

func.func @windows(%A: tensor<20xf32>, %W: tensor<3xf32>, %B: tensor<20xf32>, %C: tensor<18xf32>) -> tensor<18xf32> {
  %p = linalg.exp {polyvet.name = "exp"} ins(%A : tensor<20xf32>) outs(%B : tensor<20xf32>) -> tensor<20xf32>
  %c = linalg.conv_1d {polyvet.name = "conv"} ins(%p, %W : tensor<20xf32>, tensor<3xf32>) outs(%C : tensor<18xf32>) -> tensor<18xf32>
  %d = linalg.generic {polyvet.name = "sub", indexing_maps = [affine_map<(d0) -> (d0 + 1)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%p, %c : tensor<20xf32>, tensor<18xf32>) outs(%C : tensor<18xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<18xf32>
  return %d : tensor<18xf32>
}

func.func @parts(%A: tensor<12xf32>, %B: tensor<12xf32>, %C: tensor<12x12xf32>) -> tensor<12x12xf32> {
  %p = linalg.exp ins(%A : tensor<12xf32>) outs(%B : tensor<12xf32>) -> tensor<12xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%p, %p : tensor<12xf32>, tensor<12xf32>) outs(%C : tensor<12x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<12x12xf32>
  return %d : tensor<12x12xf32>
}

func.func @outside(%A: tensor<?xf32>, %B: tensor<?xf32>, %C: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %p = linalg.exp ins(%A : tensor<?xf32>) outs(%B : tensor<?xf32>) -> tensor<?xf32>
  %c = linalg.abs ins(%p : tensor<?xf32>) outs(%C : tensor<?xf32>) -> tensor<?xf32>
  %d = linalg.negf ins(%p : tensor<?xf32>) outs(%C : tensor<?xf32>) -> tensor<?xf32>
  return %c, %d : tensor<?xf32>, tensor<?xf32>
}
