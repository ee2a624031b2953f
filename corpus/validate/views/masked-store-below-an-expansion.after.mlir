func.func @f(%A: memref<32xf32>, %i: index, %m: vector<8xi1>, %v: vector<8xf32>) {
  %0 = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
  vector.maskedstore %A[%0], %m, %v : memref<32xf32>, vector<8xi1>, vector<8xf32>
  return
}
