func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %c: i1, %i: index, %x: f32) -> (f32, memref<8xf32>) {
  %s = arith.select %c, %B, %A : memref<8xf32>
  %e = memref.load %s[%i] : memref<8xf32>
  %u = memref.alloc() : memref<8xf32>
  memref.copy %s, %u : memref<8xf32> to memref<8xf32>
  memref.store %x, %u[%i] : memref<8xf32>
  return %e, %u : f32, memref<8xf32>
}
