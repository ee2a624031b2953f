func.func @f(%A: memref<3x?xi32, strided<[4, ?], offset: ?>>) -> (index, index) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 3 : index
  return %c3, %c4 : index, index
}
