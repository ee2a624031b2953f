func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<4xf32>, %lb: index, %ub: index, %step: index) -> (memref<?xf32>, memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %B, %c0 : memref<?xf32>
  %copy = memref.alloc(%n) : memref<?xf32>
  memref.copy %A, %copy : memref<?xf32> to memref<?xf32>
  %r = scf.for %i = %lb to %ub step %step iter_args(%t = %copy) -> (memref<?xf32>) {
    %v = memref.subview %t[1] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: 1>>
    memref.copy %C, %v : memref<4xf32> to memref<4xf32, strided<[1], offset: 1>>
    scf.yield %t : memref<?xf32>
  }
  return %A, %r : memref<?xf32>, memref<?xf32>
}
