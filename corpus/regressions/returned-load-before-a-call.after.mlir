func.func private @g()
func.func @f(%A: memref<4xf32>) -> f32 {
  %c = arith.constant 0 : index
  %x = memref.load %A[%c] : memref<4xf32>
  func.call @g() : () -> ()
  return %x : f32
}
