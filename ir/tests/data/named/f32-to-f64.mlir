// Every named operation of linalg on elements of one kind, with strides and dilations.
func.func @exp(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.exp ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @log(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.log ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @abs(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.abs ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @ceil(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.ceil ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @floor(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.floor ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @negf(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.negf ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @reciprocal(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.reciprocal ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @round(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.round ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @sqrt(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.sqrt ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @rsqrt(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.rsqrt ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @square(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.square ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @tanh(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.tanh ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @erf(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>) {
  linalg.erf ins(%a0 : memref<3x?xbf16>) outs(%a1 : memref<3x?xbf16>)
  return
}
func.func @add(%a0: memref<3x?xf64>, %a1: memref<3x?xf64>, %a2: memref<3x?xf64>) {
  linalg.add ins(%a0, %a1 : memref<3x?xf64>, memref<3x?xf64>) outs(%a2 : memref<3x?xf64>)
  return
}
func.func @sub(%a0: memref<3x?xf64>, %a1: memref<3x?xf64>, %a2: memref<3x?xf64>) {
  linalg.sub ins(%a0, %a1 : memref<3x?xf64>, memref<3x?xf64>) outs(%a2 : memref<3x?xf64>)
  return
}
func.func @mul(%a0: memref<3x?xf64>, %a1: memref<3x?xf64>, %a2: memref<3x?xf64>) {
  linalg.mul ins(%a0, %a1 : memref<3x?xf64>, memref<3x?xf64>) outs(%a2 : memref<3x?xf64>)
  return
}
func.func @div(%a0: memref<3x?xf64>, %a1: memref<3x?xf64>, %a2: memref<3x?xf64>) {
  linalg.div ins(%a0, %a1 : memref<3x?xf64>, memref<3x?xf64>) outs(%a2 : memref<3x?xf64>)
  return
}
func.func @div_unsigned(%a0: memref<3x?xi64>, %a1: memref<3x?xi64>, %a2: memref<3x?xi64>) {
  linalg.div_unsigned ins(%a0, %a1 : memref<3x?xi64>, memref<3x?xi64>) outs(%a2 : memref<3x?xi64>)
  return
}
func.func @max(%a0: memref<3x?xf64>, %a1: memref<3x?xf64>, %a2: memref<3x?xf64>) {
  linalg.max ins(%a0, %a1 : memref<3x?xf64>, memref<3x?xf64>) outs(%a2 : memref<3x?xf64>)
  return
}
func.func @min(%a0: memref<3x?xf64>, %a1: memref<3x?xf64>, %a2: memref<3x?xf64>) {
  linalg.min ins(%a0, %a1 : memref<3x?xf64>, memref<3x?xf64>) outs(%a2 : memref<3x?xf64>)
  return
}
func.func @powf(%a0: memref<3x?xbf16>, %a1: memref<3x?xbf16>, %a2: memref<3x?xbf16>) {
  linalg.powf ins(%a0, %a1 : memref<3x?xbf16>, memref<3x?xbf16>) outs(%a2 : memref<3x?xbf16>)
  return
}
func.func @select(%a0: memref<3x?xi1>, %a1: memref<3x?xf64>, %a2: memref<3x?xf64>, %a3: memref<3x?xf64>) {
  linalg.select ins(%a0, %a1, %a2 : memref<3x?xi1>, memref<3x?xf64>, memref<3x?xf64>) outs(%a3 : memref<3x?xf64>)
  return
}
func.func @copy(%a0: memref<3x?xf32>, %a1: memref<3x?xf64>) {
  linalg.copy ins(%a0 : memref<3x?xf32>) outs(%a1 : memref<3x?xf64>)
  return
}
func.func @fill(%a0: f64, %a1: memref<3x?xf64>) {
  linalg.fill ins(%a0 : f64) outs(%a1 : memref<3x?xf64>)
  return
}
func.func @fill_rng_2d(%a0: f64, %a1: f64, %a2: i32, %a3: memref<4x5xi8>) {
  linalg.fill_rng_2d ins(%a0, %a1, %a2 : f64, f64, i32) outs(%a3 : memref<4x5xi8>)
  return
}
func.func @matmul(%a0: memref<2x4xf32>, %a1: memref<4x3xf32>, %a2: memref<2x3xf64>) {
  linalg.matmul ins(%a0, %a1 : memref<2x4xf32>, memref<4x3xf32>) outs(%a2 : memref<2x3xf64>)
  return
}
func.func @batch_matmul(%a0: memref<2x3x5xf32>, %a1: memref<2x5x4xf32>, %a2: memref<2x3x4xf64>) {
  linalg.batch_matmul ins(%a0, %a1 : memref<2x3x5xf32>, memref<2x5x4xf32>) outs(%a2 : memref<2x3x4xf64>)
  return
}
func.func @batch_reduce_matmul(%a0: memref<2x3x5xf32>, %a1: memref<2x5x4xf32>, %a2: memref<3x4xf64>) {
  linalg.batch_reduce_matmul ins(%a0, %a1 : memref<2x3x5xf32>, memref<2x5x4xf32>) outs(%a2 : memref<3x4xf64>)
  return
}
func.func @mmt4d(%a0: memref<2x4x5x7xf32>, %a1: memref<3x4x6x7xf32>, %a2: memref<2x3x5x6xf64>) {
  linalg.mmt4d ins(%a0, %a1 : memref<2x4x5x7xf32>, memref<3x4x6x7xf32>) outs(%a2 : memref<2x3x5x6xf64>)
  return
}
func.func @batch_mmt4d(%a0: memref<2x3x5x6x8xf32>, %a1: memref<2x4x5x7x8xf32>, %a2: memref<2x3x4x6x7xf64>) {
  linalg.batch_mmt4d ins(%a0, %a1 : memref<2x3x5x6x8xf32>, memref<2x4x5x7x8xf32>) outs(%a2 : memref<2x3x4x6x7xf64>)
  return
}
func.func @matvec(%a0: memref<2x3xf32>, %a1: memref<3xf32>, %a2: memref<2xf64>) {
  linalg.matvec ins(%a0, %a1 : memref<2x3xf32>, memref<3xf32>) outs(%a2 : memref<2xf64>)
  return
}
func.func @vecmat(%a0: memref<3xf32>, %a1: memref<3x2xf32>, %a2: memref<2xf64>) {
  linalg.vecmat ins(%a0, %a1 : memref<3xf32>, memref<3x2xf32>) outs(%a2 : memref<2xf64>)
  return
}
func.func @batch_matvec(%a0: memref<2x3x4xf32>, %a1: memref<2x4xf32>, %a2: memref<2x3xf64>) {
  linalg.batch_matvec ins(%a0, %a1 : memref<2x3x4xf32>, memref<2x4xf32>) outs(%a2 : memref<2x3xf64>)
  return
}
func.func @batch_vecmat(%a0: memref<2x4xf32>, %a1: memref<2x4x3xf32>, %a2: memref<2x3xf64>) {
  linalg.batch_vecmat ins(%a0, %a1 : memref<2x4xf32>, memref<2x4x3xf32>) outs(%a2 : memref<2x3xf64>)
  return
}
func.func @dot(%a0: memref<2xf32>, %a1: memref<2xf32>, %a2: memref<f64>) {
  linalg.dot ins(%a0, %a1 : memref<2xf32>, memref<2xf32>) outs(%a2 : memref<f64>)
  return
}
func.func @conv_1d(%a0: memref<4xf32>, %a1: memref<3xf32>, %a2: memref<2xf64>) {
  linalg.conv_1d ins(%a0, %a1 : memref<4xf32>, memref<3xf32>) outs(%a2 : memref<2xf64>)
  return
}
func.func @conv_2d(%a0: memref<5x7xf32>, %a1: memref<4x5xf32>, %a2: memref<2x3xf64>) {
  linalg.conv_2d ins(%a0, %a1 : memref<5x7xf32>, memref<4x5xf32>) outs(%a2 : memref<2x3xf64>)
  return
}
func.func @conv_3d(%a0: memref<6x8x10xf32>, %a1: memref<5x6x7xf32>, %a2: memref<2x3x4xf64>) {
  linalg.conv_3d ins(%a0, %a1 : memref<6x8x10xf32>, memref<5x6x7xf32>) outs(%a2 : memref<2x3x4xf64>)
  return
}
