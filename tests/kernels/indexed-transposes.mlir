func.func @random(%A: tensor<?x?xi64>, %C: tensor<?x?xi64>) -> tensor<?x?xi64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%A : tensor<?x?xi64>) outs(%C : tensor<?x?xi64>) {
  ^bb0(%a: i64, %c: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %s = arith.addi %n, %a : i64
    linalg.yield %s : i64
  } -> tensor<?x?xi64>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%r : tensor<?x?xi64>) outs(%C : tensor<?x?xi64>) {
  ^bb0(%a: i64, %c: i64):
    linalg.yield %a : i64
  } -> tensor<?x?xi64>
  return %t : tensor<?x?xi64>
}
