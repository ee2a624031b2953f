func.func @rows(%A: memref<4x6xf32>, %w: f32) {
  affine.for %t = 1 to 4 {
    %s = affine.apply affine_map<(d0) -> (d0 - 1)>(%t)
    %from = memref.subview %A[%s, 0] [1, 6] [1, 1] : memref<4x6xf32> to memref<6xf32, strided<[1], offset: ?>>
    %to = memref.subview %A[%t, 0] [1, 6] [1, 1] : memref<4x6xf32> to memref<6xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (5 - d0)>, affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]}
        ins(%from : memref<6xf32, strided<[1], offset: ?>>) outs(%to : memref<6xf32, strided<[1], offset: ?>>) {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %w : f32
      linalg.yield %p : f32
    }
  }
  return
}
