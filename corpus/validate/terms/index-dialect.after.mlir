func.func @f(%a: index, %b: index) -> (index, i1, index, i32) {
  %c = arith.constant 4 : index
  %t = arith.constant true
  %0 = arith.maxsi %b, %a : index
  %1 = arith.shli %0, %c : index
  %2 = arith.floordivsi %a, %c : index
  %3 = arith.index_cast %2 : index to i32
  return %1, %t, %2, %3 : index, i1, index, i32
}
func.func @less(%a: index, %b: index) -> i1 {
  %0 = arith.cmpi sgt, %b, %a : index
  return %0 : i1
}
