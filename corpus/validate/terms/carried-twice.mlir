// why:    Two values that a loop carries begin and go on alike.
// run:    validate %after
// expect: proved
func.func @f(%n: index, %m: index, %s: index, %x: i32, %y: i32) -> (i32, i32, i32) {
  %r:3 = scf.for %i = %n to %m step %s iter_args(%a = %x, %b = %y, %c = %x) -> (i32, i32, i32) {
    %0 = arith.muli %a, %b : i32
    %1 = arith.muli %b, %c : i32
    %2 = arith.xori %a, %b : i32
    scf.yield %0, %2, %1 : i32, i32, i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}
