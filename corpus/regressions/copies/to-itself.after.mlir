func.func @f(%A: memref<8xf32>) {
  %t = memref.cast %A : memref<8xf32> to memref<?xf32>
  %s = memref.cast %t : memref<?xf32> to memref<8xf32>
 memref.copy %A, %s : memref<8xf32> to memref<8xf32>
  return
}
