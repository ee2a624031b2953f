// why:    the wrong neighbours of poison that nobody uses: it is stored, chosen, decides, divides, or is an event's operand
// run:    validate %after
// expect: refuted
func.func @stored(%c: i1, %a: i32, %b: i32, %A: memref<8xi32>) {
  scf.if %c {
    %x = arith.addi %a, %b overflow<nsw> : i32
    affine.store %x, %A[0] : memref<8xi32>
  }
  return
}
func.func @chosen(%c: i1, %a: i32, %b: i32) -> i32 {
  %x = arith.addi %a, %b : i32
  %r = arith.select %c, %x, %a : i32
  return %r : i32
}
func.func @decides(%A: memref<8xi32>) {
  %a = affine.load %A[0] : memref<8xi32>
  %b = affine.load %A[1] : memref<8xi32>
  %x = arith.addi %a, %b : i32
  %k = arith.cmpi slt, %x, %a : i32
  scf.if %k {
    affine.store %a, %A[2] : memref<8xi32>
  }
  return
}
func.func @divides(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
