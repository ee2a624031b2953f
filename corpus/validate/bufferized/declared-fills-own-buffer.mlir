// why:    A function that fills a buffer which was one before: what is read then is not anything.
// run:    validate %after
// expect: unknown
func.func private @fill(memref<4xf32>)
func.func private @show(tensor<4xf32>)
func.func @own(%t: tensor<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  func.call @fill(%m) : (memref<4xf32>) -> ()
  func.call @show(%t) : (tensor<4xf32>) -> ()
  %x = memref.load %m[%c1] : memref<4xf32>
  return %x : f32
}
