func.func @f(%v: i4) -> i8 {
  %c0 = arith.constant 0 : index
  %m = arith.constant -16 : i8
  %A = memref.alloc() : memref<3xi8>
  %e = arith.extui %v : i4 to i8
  %o = memref.load %A[%c0] : memref<3xi8>
  %k = arith.andi %o, %m : i8
  %n = arith.ori %k, %e : i8
  memref.store %n, %A[%c0] : memref<3xi8>
  return %n : i8
}
