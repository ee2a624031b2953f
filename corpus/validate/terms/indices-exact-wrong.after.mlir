func.func @within(%n: index, %i: index) -> i1 {
  %c2 = arith.constant 2 : index
  %0 = arith.subi %n, %c2 : index
  %1 = arith.cmpi sle, %i, %0 : index
  return %1 : i1
}
func.func @numbers(%n: i32, %i: i32) -> i1 {
  %c2 = arith.constant 2 : i32
  %0 = arith.subi %n, %c2 : i32
  %1 = arith.cmpi slt, %i, %0 : i32
  return %1 : i1
}
func.func @after_the_branch(%c: i1, %m: memref<2xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.constant true
  scf.if %c {
    memref.store %t, %m[%c0] : memref<2xi1>
  }
  memref.store %t, %m[%c1] : memref<2xi1>
  return
}
