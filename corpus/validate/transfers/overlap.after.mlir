func.func @f(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %all = arith.constant 16 : index
  %stride = arith.constant 1 : index
  %chunk = arith.constant 4 : index
  %F = memref.alloc() : memref<16xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 16 {
    %n = arith.index_cast %i : index to i32
    %x = arith.sitofp %n : i32 to f32
    affine.store %x, %F[%i] : memref<16xf32, 1>
  }
  affine.dma_start %F[%c0], %A[%c0], %tag[%c0], %all, %stride, %chunk : memref<16xf32, 1>, memref<8xf32>, memref<1xi32>
  affine.dma_wait %tag[%c0], %all : memref<1xi32>
  return
}
