func.func @hoisted(%c: i1, %a: i32, %b: i32, %A: memref<8xi32>) {
  %x = arith.addi %a, %b overflow<nsw> : i32
  scf.if %c {
    affine.store %x, %A[0] : memref<8xi32>
  }
  return
}
func.func @chosen(%c: i1, %a: i32, %b: i32) -> i32 {
  %x = arith.shli %a, %b : i32
  %r = arith.select %c, %x, %a : i32
  return %r : i32
}
