// What is left of affine, func and bufferization.
func.func private @callee(f32) -> f32
func.func @calls(%x: f32, %f: (f32) -> f32) -> f32 {
  %0 = call @callee(%x) : (f32) -> f32
  %1 = func.constant @callee : (f32) -> f32
  %2 = func.call_indirect %1(%0) : (f32) -> f32
  %3 = call_indirect %f(%2) {note} : (f32) -> f32
  return %3 : f32
}
func.func @affine(%A: memref<8x16xf32>, %B: memref<8x16xf32, 1>, %tag: memref<1xi32>, %n: index, %v: vector<4xf32>) {
  affine.for %i = 0 to 8 {
    affine.prefetch %A[%i, %i + 3], read, locality<3>, data : memref<8x16xf32>
    affine.prefetch %A[%i, symbol(%n)], write, locality<0>, instr : memref<8x16xf32>
    %0 = affine.vector_load %A[%i, 4] : memref<8x16xf32>, vector<4xf32>
    affine.dma_start %A[%i, 0], %B[%i + 1, 0], %tag[0], %n : memref<8x16xf32>, memref<8x16xf32, 1>, memref<1xi32>
    affine.dma_start %A[%i, 0], %B[%i + symbol(%n), 0], %tag[0], %n, %n, %n : memref<8x16xf32>, memref<8x16xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%i mod 2], %n : memref<1xi32>
    affine.vector_store %v, %A[%i, 4] : memref<8x16xf32>, vector<4xf32>
  }
  %1 = affine.linearize_index [%n, %n] by (8, 16) : index
  %2 = affine.linearize_index disjoint [%n, %n] by (%n, 16) {note} : index
  %3 = affine.linearize_index [%n, %n] by (16) : index
  %4:2 = affine.delinearize_index %n into (%n, 16) : index, index
  %5:3 = affine.delinearize_index %n into (4, 16) : index, index, index
  return
}
func.func @buffers(%t: tensor<4x?xf32>, %m: memref<4x?xf32>, %n: index, %c: i1) {
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf32>
  %1 = bufferization.to_buffer %t read_only : tensor<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  %2 = bufferization.to_tensor %m restrict writable : memref<4x?xf32> to tensor<4x?xf32>
  %3 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  %4 = bufferization.alloc_tensor() copy(%t) : tensor<4x?xf32>
  %5 = bufferization.alloc_tensor(%n) {memory_space = 1 : i64} : tensor<4x?xf32>
  %6 = bufferization.alloc_tensor(%n) size_hint=%n : tensor<4x?xf32>
  %7 = bufferization.clone %m : memref<4x?xf32> to memref<4x?xf32>
  bufferization.dealloc_tensor %3 : tensor<4x?xf32>
  %8 = bufferization.materialize_in_destination %t in %t : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  %9:2 = bufferization.dealloc (%m, %m : memref<4x?xf32>, memref<4x?xf32>) if (%c, %c) retain (%m, %m : memref<4x?xf32>, memref<4x?xf32>)
  bufferization.dealloc (%m : memref<4x?xf32>) if (%c)
  bufferization.dealloc
  return
}
