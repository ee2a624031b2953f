// why:    addi on floats: the op exists, but not for this type
// run:    parse
// expect: error
func.func @integer_op_on_float(%x: f32) -> f32 {
  %sum = arith.addi %x, %x : f32
  return %sum : f32
}
