func.func @within(%n: index, %i: index) -> i1 {
  %c2 = arith.constant 2 : index
  %0 = arith.subi %n, %c2 : index
  %1 = arith.cmpi slt, %i, %0 : index
  return %1 : i1
}
func.func @in_the_branch(%c: i1, %m: memref<i1>) {
  %t = arith.constant true
  memref.store %t, %m[] : memref<i1>
  return
}
