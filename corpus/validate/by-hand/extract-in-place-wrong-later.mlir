// why:    loops that overwrite what is read later give something else
// run:    validate %after
// expect: refuted
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c7 = arith.constant 7 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %at = arith.subi %c7, %i : index
    %x = tensor.extract %a[%at] : tensor<8xf32>
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
