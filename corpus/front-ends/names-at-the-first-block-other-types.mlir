// why:    the first block has other types than the function
// run:    parse
// expect: error
func.func @f(index, f32) -> f32 {
^bb0(%x: f32, %i: index):
  return %x : f32
}
