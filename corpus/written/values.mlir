// why:    results are the same functions of the same operands; their types are those of the uses
// run:    validate %after
// expect: proved
func.func @f(%x: f32, %n: f32) -> f32 {
  %id = test.seed x
  %m = arith.addf %id, %n : f32
  %y = test.get %m : f32 -> f32
  %z = arith.mulf %y, %x : f32
  return %z : f32
}
