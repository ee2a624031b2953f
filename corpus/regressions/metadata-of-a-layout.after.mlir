func.func @f(%a: memref<5x4xf32, strided<[8,1], offset: 2>>) -> (index, index) {
  %c2 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  return %c2, %c8 : index, index
}
