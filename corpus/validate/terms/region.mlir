// why:    an operation that nobody knows, whose region computes the same in another way
// run:    validate %after
// expect: proved
func.func @f(%x: i32, %y: i32) -> i32 {
  %r = "test.map"(%x) ({
  ^bb0(%e: i32):
    %a = arith.addi %e, %y : i32
    %b = arith.addi %a, %e : i32
    "test.give"(%b) : (i32) -> ()
  }) {times = 3 : i32} : (i32) -> i32
  return %r : i32
}
