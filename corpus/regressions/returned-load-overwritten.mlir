// why:    a returned value that was loaded before its element is overwritten: the model read it where the function returns
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<8xf32>, %v: f32) -> f32 {
  %c = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %S = memref.subview %A[3] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 3>>
  %x = memref.load %A[%c3] : memref<8xf32>
  memref.store %v, %S[%c] : memref<2xf32, strided<[1], offset: 3>>
  %y = memref.load %A[%c3] : memref<8xf32>
  %r = arith.addf %x, %y : f32
  return %r : f32
}
