// Buffers: views, and what is left.
memref.global "private" constant @c : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64}
memref.global @u : memref<2xf32> = uninitialized
memref.global "private" @e : memref<4x4xf32>
func.func @views(%A: memref<8x16xf32>, %B: memref<2048xi8>, %D: memref<?x?xf32>, %n: index, %U: memref<*xf32>, %s: memref<2xi32>) {
  %0 = memref.subview %A[0, 4] [4, 6] [1, 2] : memref<8x16xf32> to memref<4x6xf32, strided<[16, 2], offset: 4>>
  %1 = memref.subview %D[%n, 0] [%n, 4] [1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %2 = memref.subview %A[%n, 0] [1, 16] [1, 1] {note} : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>
  %3 = memref.view %B[%n][] : memref<2048xi8> to memref<64x4xf32>
  %4 = memref.view %B[%n][%n, %n] : memref<2048xi8> to memref<?x?xf32>
  %5 = memref.transpose %A (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %6 = memref.cast %A : memref<8x16xf32> to memref<?x?xf32>
  %7 = memref.cast %A : memref<8x16xf32> to memref<*xf32>
  %8 = memref.reinterpret_cast %A to offset: [0], sizes: [128], strides: [1] : memref<8x16xf32> to memref<128xf32>
  %9 = memref.reinterpret_cast %U to offset: [%n], sizes: [%n, 4], strides: [%n, 1] : memref<*xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %10 = memref.collapse_shape %A [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %11 = memref.expand_shape %A [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %12 = memref.reshape %A(%s) : (memref<8x16xf32>, memref<2xi32>) -> memref<?x?xf32>
  %13 = memref.memory_space_cast %A : memref<8x16xf32> to memref<8x16xf32, 1>
  %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %A : memref<8x16xf32> -> memref<f32>, index, index, index, index, index
  %14 = memref.extract_aligned_pointer_as_index %A : memref<8x16xf32> -> index
  %15 = memref.assume_alignment %A, 16 : memref<8x16xf32>
  %16 = memref.rank %U : memref<*xf32>
  %17 = memref.dim %A, %n : memref<8x16xf32>
  %18 = memref.get_global @c : memref<2xf32>
  return
}
func.func @rest(%A: memref<8x16xf32>, %n: index, %x: f32, %d: memref<?xf32>, %tag: memref<1xi32>, %far: memref<8x16xf32, 1>) {
  memref.prefetch %A[%n, %n], read, locality<3>, data : memref<8x16xf32>
  memref.prefetch %A[%n, %n], write, locality<0>, instr : memref<8x16xf32>
  %0 = memref.atomic_rmw addf %x, %A[%n, %n] : (f32, memref<8x16xf32>) -> f32
  %1 = memref.generic_atomic_rmw %A[%n, %n] : memref<8x16xf32> {
  ^bb0(%old: f32):
    %y = arith.addf %old, %x : f32
    memref.atomic_yield %y : f32
  }
  %2 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  %3 = memref.alloca(%n) : memref<?xf32>
  %4 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %5 = memref.realloc %d(%n) : memref<?xf32> to memref<?xf32>
  %6 = memref.realloc %2 : memref<4xf32> to memref<8xf32>
  memref.copy %A, %A : memref<8x16xf32> to memref<8x16xf32>
  memref.dma_start %A[%n, %n], %far[%n, %n], %n, %tag[%n] : memref<8x16xf32>, memref<8x16xf32, 1>, memref<1xi32>
  memref.dma_start %A[%n, %n], %far[%n, %n], %n, %tag[%n], %n, %n : memref<8x16xf32>, memref<8x16xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%n], %n : memref<1xi32>
  memref.dealloc %2 : memref<4xf32>
  %7 = memref.load %A[%n, %n] {nontemporal = true} : memref<8x16xf32>
  memref.store %7, %A[%n, %n] {nontemporal = true} : memref<8x16xf32>
  %8 = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %x : f32
  }
  memref.alloca_scope {
    memref.store %x, %A[%n, %n] : memref<8x16xf32>
  }
  %9, %10 = memref.distinct_objects %2, %6 : memref<4xf32>, memref<8xf32>
  return
}
