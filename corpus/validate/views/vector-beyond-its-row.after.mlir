func.func @f(%A: memref<32xf32>, %m: vector<8xi1>, %v: vector<8xf32>, %i: index) {
  %c4 = arith.constant 4 : index
  %0 = memref.expand_shape %A [[0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
  vector.maskedstore %0[%i, %c4], %m, %v : memref<4x8xf32>, vector<8xi1>, vector<8xf32>
  return
}
