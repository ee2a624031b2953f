// why:    a copy of a buffer to itself, through casts, changes nothing
// run:    validate %after
// expect: proved
func.func @f(%A: memref<8xf32>) {
  return
}
