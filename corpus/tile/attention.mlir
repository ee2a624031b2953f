// why:    each nest reads what the one before wrote: fused in rows and columns of the scores they move less, if tiles fit
// run:    tile --capacity 1KiB
// expect: ok
// run:    tile --capacity 128 --elements
// expect: ok
// run:    tile --capacity 1KiB --capacity L2=4KiB --elements
// expect: ok
func.func @attention(%Q: memref<24x4xf32>, %K: memref<4x20xf32>, %S: memref<24x20xf32>, %E: memref<24x20xf32>, %V: memref<20x4xf32>, %O: memref<24x4xf32>) {
  linalg.matmul ins(%Q, %K : memref<24x4xf32>, memref<4x20xf32>) outs(%S : memref<24x20xf32>)
  linalg.exp ins(%S : memref<24x20xf32>) outs(%E : memref<24x20xf32>)
  linalg.matmul ins(%E, %V : memref<24x20xf32>, memref<20x4xf32>) outs(%O : memref<24x4xf32>)
  return
}
