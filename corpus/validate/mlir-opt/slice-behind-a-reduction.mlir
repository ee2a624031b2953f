// why:    test-linalg-data-layout-propagation of LLVM 22 moves a slice behind a reduction of it, which then sums up the padding, poison
// run:    validate %after
// expect: refuted
func.func @f(%arg0: tensor<128x128xf32>, %arg1: tensor<?xbf16>, %arg2: index) -> tensor<?xbf16> {
  %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg2] [%arg2, %arg2] [1, 1] : tensor<128x128xf32> to tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%extracted_slice : tensor<?x?xf32>) outs(%arg1 : tensor<?xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %1 = arith.truncf %in : f32 to bf16
    %2 = arith.addf %1, %out : bf16
    linalg.yield %2 : bf16
  } -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
