// why:    a load under a mask that is data need not read what nobody has written
// run:    validate %after
// expect: refuted
func.func @masked(%mask: vector<4xi1>, %pass: vector<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi32>
  %v = vector.maskedload %m[%c0], %mask, %pass : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %v : vector<4xi32>
}
