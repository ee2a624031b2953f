// why:    an element that a payload takes from a tensor by affine subscripts is read like any other
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x4xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %last = arith.subi %n, %c1 : index
    %at = arith.subi %last, %i : index
    %x = tensor.extract %a[%at, %j] : tensor<?x4xf32>
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
