// why:    the event stands behind the branch, and is left out in the last round
// run:    validate %after
// expect: refuted
func.func @f(%n: i32, %c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^head(%n : i32)
^head(%i: i32):
  "test.visit"(%i) : (i32) -> ()
  %j = arith.subi %i, %c1 : i32
  %z = arith.cmpi sgt, %j, %c1 : i32
  cf.cond_br %z, ^head(%j : i32), ^exit
^exit:
  "test.leave"(%j) : (i32) -> ()
  return %j : i32
}
