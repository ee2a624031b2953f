func.func @f(%x: i32, %y: i32) -> i32 {
  %r = "test.map"(%x) ({
  ^bb0(%e: i32):
    %a = arith.addi %e, %e : i32
    %b = arith.addi %y, %a : i32
    "test.give"(%b) : (i32) -> ()
  }) {times = 4 : i32} : (i32) -> i32
  return %r : i32
}
