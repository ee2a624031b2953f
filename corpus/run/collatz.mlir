// why:    a loop whose end depends on data, and a function that calls itself
// run:    run --func main
// expect: ok
func.func @steps(%start: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %n, %count = scf.while (%x = %start, %c = %zero) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi ne, %x, %one : i64
    scf.condition(%more) %x, %c : i64, i64
  } do {
  ^bb0(%x: i64, %c: i64):
    %bit = arith.andi %x, %one : i64
    %odd = arith.cmpi eq, %bit, %one : i64
    %next = scf.if %odd -> (i64) {
      %triple = arith.muli %x, %three : i64
      %up = arith.addi %triple, %one : i64
      scf.yield %up : i64
    } else {
      %half = arith.shrsi %x, %one : i64
      scf.yield %half : i64
    }
    %d = arith.addi %c, %one : i64
    scf.yield %next, %d : i64, i64
  }
  return %count : i64
}
func.func @fibonacci(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %small = arith.cmpi sle, %n, %one : i64
  %r = scf.if %small -> (i64) {
    scf.yield %n : i64
  } else {
    %a = arith.subi %n, %one : i64
    %b = arith.subi %n, %two : i64
    %x = func.call @fibonacci(%a) : (i64) -> i64
    %y = func.call @fibonacci(%b) : (i64) -> i64
    %s = arith.addi %x, %y : i64
    scf.yield %s : i64
  }
  return %r : i64
}
func.func @main() -> (i64, i64) {
  %start = arith.constant 27 : i64
  %n = arith.constant 15 : i64
  %steps = call @steps(%start) : (i64) -> i64
  %f = call @fibonacci(%n) : (i64) -> i64
  return %steps, %f : i64, i64
}
