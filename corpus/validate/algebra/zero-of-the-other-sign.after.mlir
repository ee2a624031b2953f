#m = affine_map<(i) -> (i)>
func.func @mask(%A: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%A : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %z = arith.constant 0.0 : f32
    %s = arith.addf %a, %z : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %q : tensor<?xf32>
}
