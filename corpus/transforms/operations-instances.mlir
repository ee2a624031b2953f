// why:    which iterations of the program each statement of the rewritten one computes, also where an operation gets a name or becomes vectors
// run:    transform --instances --transform "specialize(S1)"
// expect: ok
// run:    transform --instances --allow reassoc --transform "t, l = tile_using_for(S1, d1=4); vectorize_op(t)"
// expect: ok
// run:    transform --instances --transform "t, l, m = tile_using_for(S1, d1=4, d0=5); fuse_into_containing_op(S0, l)"
// expect: ok
func.func @product(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d0)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%f : tensor<16x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x9xf32>
  return %r : tensor<16x9xf32>
}
