// why:    Linalg document, named operations of that time: copy, fill, dot, matmul, conv
// run:    relations
// expect: ok
func @all(%A: memref<4x8xf32>, %B: memref<8x6xf32>, %C: memref<4x6xf32>, %D: memref<4x6xf32>,
          %x: memref<8xf32>, %y: memref<8xf32>, %s: memref<f32>,
          %filter: memref<3x2x5xf32>, %image: memref<1x12x2xf32>, %out: memref<1x4x5xf32>, %zero: f32) {
  linalg.fill(%C, %zero) : memref<4x6xf32>, f32
  linalg.matmul(%A, %B, %C) : memref<4x8xf32>, memref<8x6xf32>, memref<4x6xf32>
  linalg.copy(%C, %D) : memref<4x6xf32>, memref<4x6xf32>
  linalg.dot(%x, %y, %s) : memref<8xf32>, memref<8xf32>, memref<f32>
  linalg.conv(%filter, %image, %out) {strides = [2], dilations = [2]} : memref<3x2x5xf32>, memref<1x12x2xf32>, memref<1x4x5xf32>
  return
}
