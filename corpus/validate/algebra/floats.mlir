// why:    rules that hold bit for bit for every float, NaNs and signed zeros included; constants folded through tensors
// run:    validate %after
// expect: proved
#m = affine_map<(i) -> (i)>
func.func @minus(%a: f32, %b: f32) -> f32 {
  %z = arith.subf %a, %b : f32
  return %z : f32
}
func.func @twice(%a: f64) -> f64 {
  %z = arith.addf %a, %a : f64
  return %z : f64
}
func.func @half(%a: f16) -> f16 {
  %c = arith.constant 2.0 : f16
  %z = arith.divf %a, %c : f16
  return %z : f16
}
func.func @not_less(%a: f32, %b: f32) -> i1 {
  %z = arith.cmpf olt, %a, %b : f32
  %t = arith.constant true
  %y = arith.xori %z, %t : i1
  return %y : i1
}
func.func @largest(%a: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %y = arith.maximumf %c, %a : f32
  return %y : f32
}
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
