func.func @sum(%A: memref<16xi32>, %R: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) workgroup(%p : memref<16xi32, 3>) {
    %id = gpu.thread_id x
    %a = memref.load %A[%id] : memref<16xi32>
    memref.store %a, %p[%tx] : memref<16xi32, 3>
    gpu.barrier
    %works0 = arith.cmpi ult, %tx, %c8 : index
    scf.if %works0 {
      %other = arith.addi %tx, %c8 : index
      %x = memref.load %p[%tx] : memref<16xi32, 3>
      %y = memref.load %p[%other] : memref<16xi32, 3>
      %z = arith.addi %x, %y : i32
      memref.store %z, %p[%tx] : memref<16xi32, 3>
    }
    gpu.barrier
    %works1 = arith.cmpi ult, %tx, %c4 : index
    scf.if %works1 {
      %other = arith.addi %tx, %c4 : index
      %x = memref.load %p[%tx] : memref<16xi32, 3>
      %y = memref.load %p[%other] : memref<16xi32, 3>
      %z = arith.addi %x, %y : i32
      memref.store %z, %p[%tx] : memref<16xi32, 3>
    }
    %works2 = arith.cmpi ult, %tx, %c2 : index
    scf.if %works2 {
      %other = arith.addi %tx, %c2 : index
      %x = memref.load %p[%tx] : memref<16xi32, 3>
      %y = memref.load %p[%other] : memref<16xi32, 3>
      %z = arith.addi %x, %y : i32
      memref.store %z, %p[%tx] : memref<16xi32, 3>
    }
    gpu.barrier
    %works3 = arith.cmpi ult, %tx, %c1 : index
    scf.if %works3 {
      %other = arith.addi %tx, %c1 : index
      %x = memref.load %p[%tx] : memref<16xi32, 3>
      %y = memref.load %p[%other] : memref<16xi32, 3>
      %z = arith.addi %x, %y : i32
      memref.store %z, %p[%tx] : memref<16xi32, 3>
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
