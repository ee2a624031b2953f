// why:    zero times what nobody has written was proved to be zero, up to the order of sums: the factor is used all the same
// run:    validate %after
// expect: refuted
func.func @f(%x: i32) -> i32 {
  %t = memref.alloc() : memref<2xi32>
  affine.store %x, %t[0] : memref<2xi32>
  %v = affine.load %t[0] : memref<2xi32>
  return %v : i32
}
