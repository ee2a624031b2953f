func.func @matmul(%A: memref<16x24xf32>, %B: memref<24x16xf32>, %C: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c8, %sz = %c1) workgroup(%As : memref<8x8xf32, 3>, %Bs : memref<8x8xf32, 3>) {
    %i0 = arith.muli %by, %c8 : index
    %i = arith.addi %i0, %ty : index
    %j0 = arith.muli %bx, %c8 : index
    %j = arith.addi %j0, %tx : index
    %sum = scf.for %kt = %c0 to %c3 step %c1 iter_args(%s = %zero) -> (f32) {
      %k0 = arith.muli %kt, %c8 : index
      %ka = arith.addi %k0, %tx : index
      %a = memref.load %A[%i, %ka] : memref<16x24xf32>
      memref.store %a, %As[%ty, %tx] : memref<8x8xf32, 3>
      %kb = arith.addi %k0, %ty : index
      %b = memref.load %B[%kb, %j] : memref<24x16xf32>
      memref.store %b, %Bs[%ty, %tx] : memref<8x8xf32, 3>
      gpu.barrier
      %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%u = %s) -> (f32) {
        %x = memref.load %As[%ty, %k] : memref<8x8xf32, 3>
        %y = memref.load %Bs[%k, %tx] : memref<8x8xf32, 3>
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %u, %p : f32
        scf.yield %q : f32
      }
      gpu.barrier
      scf.yield %r : f32
    }
    memref.store %sum, %C[%i, %j] : memref<16x16xf32>
    gpu.terminator
  }
  return
}
