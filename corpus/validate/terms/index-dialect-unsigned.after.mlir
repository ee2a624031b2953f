func.func @less(%a: index, %b: index) -> i1 {
  %0 = arith.cmpi ugt, %b, %a : index
  return %0 : i1
}
