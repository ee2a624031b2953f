// why:    a slice of every second element is computed as such, and its payload counts by two
// run:    transform --transform "t, l = tile_using_for(S1, d0=4); fuse_into_containing_op(S0, l)"
// expect: ok
func.func @every_second(%A: tensor<32xi32>, %B: tensor<32xi32>, %C: tensor<16xi32>) -> tensor<16xi32> {
  %e = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%A : tensor<32xi32>) outs(%B : tensor<32xi32>) {
  ^bb0(%a: i32, %b: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %s = arith.addi %a, %n : i32
    linalg.yield %s : i32
  } -> tensor<32xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%e : tensor<32xi32>) outs(%C : tensor<16xi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.muli %a, %a : i32
    linalg.yield %s : i32
  } -> tensor<16xi32>
  return %r : tensor<16xi32>
}
