// relu(A * B) on tensors: three structured ops in a row: S0 fill, S1 matmul, S2 relu; the loops are d0, d1, (d2).
//   polyvet relations examples/matmul-tensor.mlir
//   polyvet check     examples/matmul-tensor.mlir --transform "tile(S1, d0=4, d1=4, d2=4)"    proved
//   polyvet map       examples/matmul-tensor.mlir --stmt S1 --iterations '{ [d0,d1,d2] : d0 = 0 and d1 = 0 }'
#same = affine_map<(d0, d1) -> (d0, d1)>
func.func @matmul_relu(%A: tensor<16x32xf32>, %B: tensor<32x8xf32>) -> tensor<16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x8xf32>) -> tensor<16x8xf32>
  %product = linalg.matmul
      ins(%A, %B : tensor<16x32xf32>, tensor<32x8xf32>) outs(%start : tensor<16x8xf32>) -> tensor<16x8xf32>
  %relu = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<16x8xf32>) outs(%empty : tensor<16x8xf32>) {
  ^bb0(%x: f32, %old: f32):
    %v = arith.maximumf %x, %zero : f32
    linalg.yield %v : f32
  } -> tensor<16x8xf32>
  return %relu : tensor<16x8xf32>
}
