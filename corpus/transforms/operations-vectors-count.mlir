// why:    a payload that counts its iterations on whole vectors: each lane counts its own
// run:    transform --transform "vectorize_op(S0)"
// expect: ok
// run:    check --transform "t, l = tile_using_for(S0, d1=4); vectorize_op(t)"
// expect: proved
func.func @numbered(%A: tensor<6x8xi32>, %C: tensor<6x8xi32>) -> tensor<6x8xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%A : tensor<6x8xi32>) outs(%C : tensor<6x8xi32>) {
  ^bb0(%a: i32, %c: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
    %m = arith.index_cast %n : index to i32
    %s = arith.addi %a, %m : i32
    linalg.yield %s : i32
  } -> tensor<6x8xi32>
  return %r : tensor<6x8xi32>
}
