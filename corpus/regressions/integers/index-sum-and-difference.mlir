// why:    `n + m - m` is `n` also where the sum overflows: nothing to assume
// run:    validate %after
// expect: proved
func.func @f(%A: memref<8xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.addi %n, %m : index
 %t = arith.subi %s, %m : index
 memref.store %t, %A[%c0] : memref<8xindex>

  return
}
