func.func @f(%I: memref<?xf32>, %W: memref<?xf32>, %O: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = memref.dim %O, %c0 : memref<?xf32>
  %w = memref.dim %W, %c0 : memref<?xf32>
  %ow = arith.addi %o, %w : index
  %s = arith.subi %ow, %c1 : index
  %i = memref.subview %I[0] [%s] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  linalg.conv_1d ins(%i, %W : memref<?xf32, strided<[1]>>, memref<?xf32>) outs(%O : memref<?xf32>)
  return
}
