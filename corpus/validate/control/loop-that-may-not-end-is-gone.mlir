// why:    nothing is asked where the first program does not end
// run:    validate %after
// expect: proved
func.func @f(%A: memref<4xi32>, %x: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %go = arith.cmpi ne, %a, %n : i32
    scf.condition(%go) %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %x : i32
}
