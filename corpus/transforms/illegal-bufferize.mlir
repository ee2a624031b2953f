// why:    the tensor is written over in its buffer, which is read afterwards
// run:    check --transform "bufferize(S0)"
// expect: refuted
func.func @still_read(%A: tensor<8xf32>, %C: memref<8xf32>) -> tensor<8xf32> {
  %cst = arith.constant 1.0 : f32
  %B = memref.alloc() : memref<8xf32>
  linalg.fill {polyvet.name = "ones"} ins(%cst : f32) outs(%B : memref<8xf32>)
  %t = bufferization.to_tensor %B restrict writable : memref<8xf32> to tensor<8xf32>
  %r = linalg.exp {polyvet.name = "S0"} ins(%A : tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  memref.copy %B, %C : memref<8xf32> to memref<8xf32>
  return %r : tensor<8xf32>
}
