func.func @f(%arg0: tensor<128x128xf32>, %arg1: tensor<?xbf16>, %arg2: index) -> tensor<?xbf16> {
  %0 = ub.poison : bf16
  %1 = ub.poison : f32
  %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg2] [%arg2, %arg2] [1, 1] : tensor<128x128xf32> to tensor<?x?xf32>
  %2 = affine.apply affine_map<()[s0] -> (s0 * -2 + 128)>()[%arg2]
  %3 = affine.apply affine_map<()[s0] -> (s0 * -2 + 128)>()[%arg2]
  %padded = tensor.pad %extracted_slice low[%arg2, %arg2] high[%2, %3] {
  ^bb0(%arg3: index, %arg4: index):
    tensor.yield %1 : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %4 = affine.apply affine_map<()[s0] -> (s0 * -2 + 128)>()[%arg2]
  %padded_0 = tensor.pad %arg1 low[%arg2] high[%4] {
  ^bb0(%arg3: index):
    tensor.yield %0 : bf16
  } : tensor<?xbf16> to tensor<?xbf16>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%padded : tensor<?x?xf32>) outs(%padded_0 : tensor<?xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %6 = arith.truncf %in : f32 to bf16
    %7 = arith.addf %6, %out : bf16
    linalg.yield %7 : bf16
  } -> tensor<?xbf16>
  %extracted_slice_1 = tensor.extract_slice %5[%arg2] [%arg2] [1] : tensor<?xbf16> to tensor<?xbf16>
  return %extracted_slice_1 : tensor<?xbf16>
}
