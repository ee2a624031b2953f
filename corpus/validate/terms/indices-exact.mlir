// why:    sums of indices do not overflow, so what is added to one side may be taken from the other; where a condition holds it is true
// run:    validate %after
// expect: proved
func.func @within(%n: index, %i: index) -> i1 {
  %c2 = arith.constant 2 : index
  %0 = arith.addi %i, %c2 : index
  %1 = arith.cmpi slt, %0, %n : index
  return %1 : i1
}
func.func @in_the_branch(%c: i1, %m: memref<i1>) {
  scf.if %c {
    memref.store %c, %m[] : memref<i1>
  } else {
    %t = arith.constant true
    %d = arith.xori %c, %t : i1
    memref.store %d, %m[] : memref<i1>
  }
  return
}
