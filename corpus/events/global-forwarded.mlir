// why:    a call may write the global that was stored to: what stands for it in runs wrote other elements for other kinds of numbers
// run:    validate %after
// expect: refuted
memref.global @a : memref<2xf32> = dense<1.0>
func.func private @h()
func.func @f(%v: f32) -> f32 {
  %c = arith.constant 0 : index
  %g = memref.get_global @a : memref<2xf32>
  memref.store %v, %g[%c] : memref<2xf32>
  func.call @h() : () -> ()
  %x = memref.load %g[%c] : memref<2xf32>
  return %x : f32
}
