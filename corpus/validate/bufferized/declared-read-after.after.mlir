func.func private @look(memref<4xf32>)
func.func @twice(%t: memref<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %own = memref.alloc() : memref<4xf32>
  memref.copy %t, %own : memref<4xf32> to memref<4xf32>
  func.call @look(%own) : (memref<4xf32>) -> ()
  %x = memref.load %t[%c1] : memref<4xf32>
  return %x : f32
}
