// why:    the wrong neighbours: one operand, one constant, one sign, one comparison another
// run:    validate %after
// expect: refuted
func.func @back(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = affine.load %B[%i] : memref<?xi32>
    %x = arith.addi %a, %b : i32
    %y = arith.subi %x, %b : i32
    %z = arith.muli %y, %b : i32
    affine.store %z, %A[%i] : memref<?xi32>
  }
  return
}
func.func @absolute(%a: i32) -> i32 {
  %c31 = arith.constant 31 : i32
  %s = arith.shrsi %a, %c31 : i32
  %x = arith.xori %a, %s : i32
  %y = arith.subi %x, %s : i32
  return %y : i32
}
func.func @both(%a: i64, %b: i64) -> i64 {
  %m = arith.constant -1 : i64
  %x = arith.xori %a, %m : i64
  %y = arith.xori %b, %m : i64
  %z = arith.andi %x, %y : i64
  return %z : i64
}
func.func @turned(%a: i8) -> i1 {
  %c = arith.constant 3 : i8
  %y = arith.cmpi sgt, %c, %a : i8
  return %y : i1
}
func.func @times(%a: i16) -> i16 {
  %c = arith.constant 6 : i16
  %y = arith.muli %a, %c : i16
  return %y : i16
}
