// why:    operations of known size on whole vectors; a sum over lanes may be in any order
// run:    transform --transform "vectorize_op(scaled)"
// expect: ok
// run:    transform --allow reassoc --transform "vectorize_op(sum)"
// expect: ok
// run:    check --transform "vectorize_op(sum)"
// expect: proved-reassociated
func.func @sums(%A: tensor<4x8xf32>, %s: tensor<8xf32>, %C: tensor<8x4xf32>, %R: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {polyvet.name = "scaled", indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%A, %s : tensor<4x8xf32>, tensor<8xf32>) outs(%C : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %two = arith.constant 2.0 : f32
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %two : f32
    linalg.yield %q : f32
  } -> tensor<8x4xf32>
  %1 = linalg.generic {polyvet.name = "sum", indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<8x4xf32>) outs(%R : tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %p = arith.addf %a, %c : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
