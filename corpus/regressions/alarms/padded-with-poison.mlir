// why:    padding with poison that is left away again shows nothing, so it refutes nothing (data-layout-propagation of LLVM 22)
// run:    validate %after
// expect: unknown
func.func @f(%A: tensor<8x60xf32>, %D: tensor<8x64xf32>) -> tensor<8x60xf32> {
  %e = tensor.empty() : tensor<8x60xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%A : tensor<8x60xf32>) outs(%e : tensor<8x60xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.addf %a, %a : f32
    linalg.yield %x : f32
  } -> tensor<8x60xf32>
  return %r : tensor<8x60xf32>
}
