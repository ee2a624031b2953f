// why:    the first program ends; the second does not where its arguments differ
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<4xi32>, %x: i32, %n: i32) -> i32 {
  return %x : i32
}
