// exp(Q K) V, the heart of attention: what is between the products need not leave the tile.
func.func @attention(%Q: memref<128x16xf32>, %K: memref<16x128xf32>, %S: memref<128x128xf32>, %E: memref<128x128xf32>, %V: memref<128x16xf32>, %O: memref<128x16xf32>) {
  linalg.matmul ins(%Q, %K : memref<128x16xf32>, memref<16x128xf32>) outs(%S : memref<128x128xf32>)
  linalg.exp ins(%S : memref<128x128xf32>) outs(%E : memref<128x128xf32>)
  linalg.matmul ins(%E, %V : memref<128x128xf32>, memref<128x16xf32>) outs(%O : memref<128x16xf32>)
  return
}
