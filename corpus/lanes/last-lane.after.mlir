func.func @last(%lane: index, %v: vector<1xf32>, %B: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.extract %v[0] : f32 from vector<1xf32>
  memref.store %0, %B[%c0] : memref<1xf32>
  return
}
