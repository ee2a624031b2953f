// why:    an operation with flags that is moved to where it is computed for nothing does no harm: poison that nobody uses was refuted
// run:    validate %after
// expect: unknown
func.func @hoisted(%c: i1, %a: i32, %b: i32, %A: memref<8xi32>) {
  scf.if %c {
    %x = arith.addi %a, %b overflow<nsw> : i32
    affine.store %x, %A[0] : memref<8xi32>
  }
  return
}
func.func @chosen(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %x = arith.shli %a, %b : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
