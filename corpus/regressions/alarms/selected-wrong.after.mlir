func.func @selected(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c33 = arith.constant 33 : i32
  %is = arith.cmpi ult, %b, %c33 : i32
  %s = arith.shli %a, %b : i32
  %r = arith.select %is, %s, %c0 : i32
  return %r : i32
}
func.func @decides(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %s = arith.shli %a, %b : i32
  %p = arith.cmpi sgt, %s, %c0 : i32
  %t = arith.select %p, %a, %b : i32
  return %t : i32
}
func.func @twice(%a: i32, %b: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %is = arith.cmpi ult, %b, %c32 : i32
  %s = arith.shli %a, %b : i32
  %r = arith.select %is, %s, %c0 : i32
  %z = arith.muli %s, %c0 : i32
  return %r, %z : i32, i32
}
