func.func @cancelled(%x: i32) -> i32 {
  %p = ub.poison : i32
  %a = arith.xori %x, %p : i32
  %r = arith.xori %a, %p : i32
  return %r : i32
}
func.func @of_a_lane(%v: vector<2xi32>) -> i32 {
  %s = vector.shuffle %v, %v [-1, 0] : vector<2xi32>, vector<2xi32>
  %p = vector.extract %s[0] : i32 from vector<2xi32>
  %x = vector.extract %v[0] : i32 from vector<2xi32>
  %a = arith.addi %x, %p : i32
  %r = arith.subi %a, %p : i32
  return %r : i32
}
