// why:    a vector that goes on in the next row is within the buffer, not within the expansion
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<32xf32>, %m: vector<8xi1>, %v: vector<8xf32>, %i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0 * 8 + 4)>(%i)
  vector.maskedstore %A[%0], %m, %v : memref<32xf32>, vector<8xi1>, vector<8xf32>
  return
}
