func.func @transpose(%A: memref<32x32xf32>, %B: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c8, %sz = %c1) workgroup(%tile : memref<8x8xf32, #gpu.address_space<workgroup>>) {
    %x0 = arith.muli %bx, %c8 : index
    %y0 = arith.muli %by, %c8 : index
    %x = arith.addi %x0, %tx : index
    %y = arith.addi %y0, %ty : index
    %a = memref.load %A[%y, %x] : memref<32x32xf32>
    memref.store %a, %tile[%ty, %tx] : memref<8x8xf32, #gpu.address_space<workgroup>>
    %v = arith.addi %x0, %ty : index
    %u = arith.addi %y0, %tx : index
    %t = memref.load %tile[%tx, %ty] : memref<8x8xf32, #gpu.address_space<workgroup>>
    memref.store %t, %B[%v, %u] : memref<32x32xf32>
    gpu.terminator
  }
  return
}
