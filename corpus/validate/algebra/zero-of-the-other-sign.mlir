// why:    x + 0.0 is not x: -0.0 becomes 0.0
// run:    validate %after
// expect: unknown
#m = affine_map<(i) -> (i)>
func.func @mask(%A: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%f : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.subf %one, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel"]} ins(%A, %r : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %q : tensor<?xf32>
}
