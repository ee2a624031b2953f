// why:    poison that only AFTER has does not cancel itself
// run:    validate %after
// expect: refuted
func.func @cancelled(%x: i32) -> i32 {
  return %x : i32
}
func.func @of_a_lane(%v: vector<2xi32>) -> i32 {
  %r = vector.extract %v[0] : i32 from vector<2xi32>
  return %r : i32
}
