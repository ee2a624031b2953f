func.func @main(%a: memref<4xf32>, %i: index) -> f32 {
  %t = bufferization.to_tensor %a restrict : memref<4xf32> to tensor<4xf32>
  %m = bufferization.to_memref %t : memref<4xf32>
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %x = memref.load %m[%j] : memref<4xf32>
  return %x : f32
}
