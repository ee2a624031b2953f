func.func private @fill(memref<4xf32>)
func.func private @show(tensor<4xf32>)
func.func @own(%t: tensor<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  func.call @fill(%m) : (memref<4xf32>) -> ()
  func.call @show(%t) : (tensor<4xf32>) -> ()
  %x = arith.constant 3.0 : f32
  return %x : f32
}
