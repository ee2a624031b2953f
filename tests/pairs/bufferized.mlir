// Values became buffers.
func.func @before(%A: tensor<3x4xf32>, %B: tensor<4x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.matmul ins(%A, %B : tensor<3x4xf32>, tensor<4x2xf32>) outs(%f : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
func.func @after(%A: memref<3x4xf32>, %B: memref<4x2xf32>) -> memref<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %r = memref.alloc() : memref<3x2xf32>
  linalg.fill ins(%zero : f32) outs(%r : memref<3x2xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
      affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B : memref<3x4xf32>, memref<4x2xf32>) outs(%r : memref<3x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return %r : memref<3x2xf32>
}
