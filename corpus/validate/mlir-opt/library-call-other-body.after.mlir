func.func private @linalg_matmul_view4x6xf32_view6x8xf32_view4x8xf32(%A: memref<4x6xf32, strided<[?, ?], offset: ?>>, %B: memref<6x8xf32, strided<[?, ?], offset: ?>>, %C: memref<4x8xf32, strided<[?, ?], offset: ?>>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A, %B : memref<4x6xf32, strided<[?, ?], offset: ?>>, memref<6x8xf32, strided<[?, ?], offset: ?>>) outs(%C : memref<4x8xf32, strided<[?, ?], offset: ?>>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.subf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @mm(%arg0: memref<4x6xf32>, %arg1: memref<6x8xf32>, %arg2: memref<4x8xf32>) {
  %cast = memref.cast %arg0 : memref<4x6xf32> to memref<4x6xf32, strided<[?, ?], offset: ?>>
  %cast_0 = memref.cast %arg1 : memref<6x8xf32> to memref<6x8xf32, strided<[?, ?], offset: ?>>
  %cast_1 = memref.cast %arg2 : memref<4x8xf32> to memref<4x8xf32, strided<[?, ?], offset: ?>>
  call @linalg_matmul_view4x6xf32_view6x8xf32_view4x8xf32(%cast, %cast_0, %cast_1) : (memref<4x6xf32, strided<[?, ?], offset: ?>>, memref<6x8xf32, strided<[?, ?], offset: ?>>, memref<4x8xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}
