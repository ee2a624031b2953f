module {
  func.func private @ext(memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
  func.func private @look(memref<4xf32, strided<[?], offset: ?>>)
  func.func @main(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32) -> memref<4xf32, strided<[?], offset: ?>> {
    %c1 = arith.constant 1 : index
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    memref.copy %arg0, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
    memref.store %arg1, %alloc[%c1] : memref<4xf32>
    call @look(%arg0) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
    %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    %0 = call @ext(%cast) : (memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
    %1 = bufferization.to_tensor %0 : memref<4xf32, strided<[?], offset: ?>> to tensor<4xf32>
    "some.use"(%1) : (tensor<4xf32>) -> ()
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
