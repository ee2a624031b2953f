func.func @own(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) workgroup(%s : memref<32xf32, 3>) {
    %a = memref.load %A[%tx] : memref<32xf32>
    memref.store %a, %s[%tx] : memref<32xf32, 3>
    %q = arith.divui %c32, %tx : index
    gpu.barrier
    %b = memref.load %s[%tx] : memref<32xf32, 3>
    memref.store %b, %B[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}
