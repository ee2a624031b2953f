func.func @f(%a: vector<2xi32>, %b: vector<2xi32>) -> vector<2xi32> {
  %0 = vector.extract %a[0] : i32 from vector<2xi32>
  %1 = vector.extract %a[1] : i32 from vector<2xi32>
  %2 = vector.extract %b[0] : i32 from vector<2xi32>
  %3 = vector.extract %b[1] : i32 from vector<2xi32>
  %sum, %overflow = arith.addui_extended %0, %2 : i32, i1
  %4 = arith.constant 0 : i32
  %5 = arith.addi %4, %1 : i32
  %6 = arith.addi %5, %3 : i32
  %low = arith.constant 2 : i32
  %high = arith.constant 1 : i32
  %7 = arith.xori %6, %high : i32
  %8 = arith.xori %sum, %low : i32
  %cst = arith.constant dense<0> : vector<2xi32>
  %9 = vector.insert %8, %cst [0] : i32 into vector<2xi32>
  %10 = vector.insert %7, %9 [1] : i32 into vector<2xi32>
  return %10 : vector<2xi32>
}
