// why:    unroll jam dependence: transform.loop.unroll_and_jam has no dependence check (mlir-opt 22: transform.loop.unroll_and_jam)
// run:    validate %after
// expect: refuted
func.func @table(%A: memref<7x5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %m = arith.constant 5 : index
  %last = arith.constant 4 : index
  scf.for %i = %c1 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %up = arith.subi %i, %c1 : index
      %x = memref.load %A[%up, %last] : memref<7x5xi32>
      %y = memref.load %A[%i, %j] : memref<7x5xi32>
      %z = arith.addi %x, %y : i32
      memref.store %z, %A[%i, %j] : memref<7x5xi32>
    }
  } {outer}
  return
}
