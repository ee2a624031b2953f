// why:    what a masked load passes through was taken for its mask, so a load that need not read anything was undefined
// run:    validate %after
// expect: unknown
func.func @f(%mask: vector<4xi1>, %keep: none) -> vector<4xi1> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi1>
  %pass = vector.constant_mask [4] : vector<4xi1>
  %v = vector.maskedload %m[%c0], %mask, %pass : memref<4xi1>, vector<4xi1>, vector<4xi1> into vector<4xi1>
  return %v : vector<4xi1>
}
