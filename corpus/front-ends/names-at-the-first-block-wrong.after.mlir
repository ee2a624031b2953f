func.func @f(%i: index, %x: f32) -> (index, f32) {
  %c1 = arith.constant 1 : index
  %j = arith.muli %c1, %i : index
  return %j, %x : index, f32
}
