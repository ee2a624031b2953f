#m = affine_map<(i) -> (i)>
func.func @minus(%a: f32, %b: f32) -> f32 {
  %n = arith.negf %b : f32
  %z = arith.addf %n, %a : f32
  return %z : f32
}
func.func @twice(%a: f64) -> f64 {
  %c = arith.constant 2.0 : f64
  %z = arith.mulf %a, %c : f64
  return %z : f64
}
func.func @half(%a: f16) -> f16 {
  %c = arith.constant 0.5 : f16
  %z = arith.mulf %c, %a : f16
  return %z : f16
}
func.func @not_less(%a: f32, %b: f32) -> i1 {
  %y = arith.cmpf uge, %a, %b : f32
  return %y : i1
}
func.func @largest(%a: f32) -> f32 {
  return %a : f32
}
func.func @mask(%A: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%A : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %q : tensor<?xf32>
}
