// why:    arguments may have their names at the first block of a function
// run:    validate %after
// expect: proved
func.func @f(index, f32) -> (index, f32) {
^bb0(%i: index, %x: f32):
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  return %j, %x : index, f32
}
