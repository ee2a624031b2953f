func.func @f(%n: i32, %c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %m = arith.constant -1 : i32
  cf.br ^head(%n : i32)
^head(%i: i32):
  "test.visit"(%i) : (i32) -> ()
  cf.br ^test
^test:
  %j = arith.addi %i, %m : i32
  %z = arith.cmpi slt, %c1, %j : i32
  cf.cond_br %z, ^head(%j : i32), ^exit
^exit:
  "test.leave"(%j) : (i32) -> ()
  return %j : i32
}
