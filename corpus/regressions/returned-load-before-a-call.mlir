// why:    a returned value that is loaded before a call, which may write its element
// run:    validate %after
// expect: refuted
func.func private @g()
func.func @f(%A: memref<4xf32>) -> f32 {
  %c = arith.constant 0 : index
  func.call @g() : () -> ()
  %x = memref.load %A[%c] : memref<4xf32>
  return %x : f32
}
