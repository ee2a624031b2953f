module {
  func.func private @ext(memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
  func.func private @look(memref<4xf32, strided<[?], offset: ?>>)
  func.func @main(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32) -> memref<4xf32, strided<[?], offset: ?>> {
    %c1 = arith.constant 1 : index
    memref.store %arg1, %arg0[%c1] : memref<4xf32, strided<[?], offset: ?>>
    call @look(%arg0) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
    %0 = call @ext(%arg0) : (memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
    %1 = bufferization.to_tensor %0 : memref<4xf32, strided<[?], offset: ?>> to tensor<4xf32>
    "some.use"(%1) : (tensor<4xf32>) -> ()
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
