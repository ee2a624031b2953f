// why:    accumulators of a maximum begin with minus infinity, which has other bits in f16 than in bf16
// run:    transform --func half --allow reassoc --transform "split_reduction(S0, d1=2)"
// expect: ok
// run:    transform --func brain --allow reassoc --transform "split_reduction(S0, d1=2)"
// expect: ok
// run:    check --func half --transform "split_reduction(S0, 0x7F80, d1=2)"
// expect: refuted
func.func @half(%A: tensor<3x8xf16>, %C: tensor<3xf16>) -> tensor<3xf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<3x8xf16>) outs(%C : tensor<3xf16>) {
  ^bb0(%a: f16, %c: f16):
    %m = arith.maximumf %c, %a : f16
    linalg.yield %m : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
}

func.func @brain(%A: tensor<3x8xbf16>, %C: tensor<3xbf16>) -> tensor<3xbf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<3x8xbf16>) outs(%C : tensor<3xbf16>) {
  ^bb0(%a: bf16, %c: bf16):
    %m = arith.minimumf %c, %a : bf16
    linalg.yield %m : bf16
  } -> tensor<3xbf16>
  return %r : tensor<3xbf16>
}
