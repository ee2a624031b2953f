func.func @back(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = affine.load %B[%i] : memref<?xi32>
    %z = arith.muli %b, %a : i32
    affine.store %z, %A[%i] : memref<?xi32>
  }
  return
}
func.func @absolute(%a: i32) -> i32 {
  %y = math.absi %a : i32
  return %y : i32
}
func.func @both(%a: i64, %b: i64) -> i64 {
  %m = arith.constant -1 : i64
  %x = arith.ori %b, %a : i64
  %z = arith.xori %x, %m : i64
  return %z : i64
}
func.func @turned(%a: i8) -> i1 {
  %c = arith.constant 3 : i8
  %y = arith.cmpi slt, %a, %c : i8
  return %y : i1
}
func.func @times(%a: i16) -> i16 {
  %c1 = arith.constant 1 : i16
  %x = arith.addi %a, %a : i16
  %y = arith.shli %x, %c1 : i16
  %z = arith.addi %x, %y : i16
  return %z : i16
}
