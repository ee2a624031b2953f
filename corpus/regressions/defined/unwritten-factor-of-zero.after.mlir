func.func @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %t = memref.alloc() : memref<2xi32>
  affine.store %x, %t[0] : memref<2xi32>
  %v = affine.load %t[0] : memref<2xi32>
  %u = affine.load %t[1] : memref<2xi32>
  %d = arith.muli %u, %zero : i32
  %w = arith.addi %v, %d : i32
  return %w : i32
}
