func.func @sum(%A: memref<16xi32>, %R: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) workgroup(%p : memref<16xi32, 3>) {
    %id = gpu.thread_id x
    %a = memref.load %A[%id] : memref<16xi32>
    memref.store %a, %p[%tx] : memref<16xi32, 3>
    scf.for %step = %c0 to %c4 step %c1 {
      gpu.barrier
      %half = arith.shrui %c8, %step : index
      %works = arith.cmpi ult, %tx, %half : index
      scf.if %works {
        %other = arith.addi %tx, %half : index
        %x = memref.load %p[%tx] : memref<16xi32, 3>
        %y = memref.load %p[%other] : memref<16xi32, 3>
        %z = arith.addi %x, %y : i32
        memref.store %z, %p[%tx] : memref<16xi32, 3>
      }
    }
    gpu.barrier
    %first = arith.cmpi eq, %tx, %c0 : index
    scf.if %first {
      %r = memref.load %p[%c0] : memref<16xi32, 3>
      memref.store %r, %R[%c0] : memref<1xi32>
    }
    gpu.terminator
  }
  return
}
