// why:    a loop that begins and ends without a barrier: what a thread does behind its last one and before the next one is one part
// run:    relations
// expect: ok
// run:    run
// expect: ok
func.func @rotate(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) workgroup(%s : memref<2x8xi32, 3>) {
    %a = memref.load %A[%tx] : memref<8xi32>
    memref.store %a, %s[%c0, %tx] : memref<2x8xi32, 3>
    %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%sum = %a) -> (i32) {
      %one = arith.andi %k, %c1 : index
      %other = arith.subi %c1, %one : index
      %mine = memref.load %s[%one, %tx] : memref<2x8xi32, 3>
      gpu.barrier
      %left0 = arith.addi %tx, %c7 : index
      %left = arith.remui %left0, %c8 : index
      %x = memref.load %s[%one, %left] : memref<2x8xi32, 3>
      %y = arith.addi %x, %mine : i32
      memref.store %y, %s[%other, %tx] : memref<2x8xi32, 3>
      %next = arith.addi %sum, %y : i32
      scf.yield %next : i32
    }
    memref.store %r, %B[%tx] : memref<8xi32>
    gpu.terminator
  }
  return
}
