func.func @f(%i: index) -> i4 {
  %m = memref.alloc() : memref<4xi8>
  %c2 = arith.constant 2 : index
  %half = arith.divui %i, %c2 : index
  %v = memref.load %m[%half] : memref<4xi8>
  %t = arith.trunci %v : i8 to i4
  memref.dealloc %m : memref<4xi8>
  return %t : i4
}
