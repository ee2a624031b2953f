func.func @f(%a: memref<?xf32>) -> memref<4xf32> {
  %c = memref.cast %a : memref<?xf32> to memref<4xf32>
  %0 = bufferization.clone %c : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
