func.func @f(%a: vector<2xi32>) -> i32 {
  %0 = vector.extract %a[1] : i32 from vector<2xi32>
  %c = arith.constant 8 : i32
  %1 = arith.shrsi %0, %c : i32
  return %1 : i32
}
