// why:    race parallel: race: all iterations add to the same scalar without a reduction
// run:    validate %after
// expect: refuted
func.func @total(%A: memref<?xi32>, %S: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %A[%i] : memref<?xi32>
    %s = memref.load %S[] : memref<i32>
    %h = arith.addi %s, %s : i32
    %t = arith.addi %h, %x : i32
    memref.store %t, %S[] : memref<i32>
  }
  return
}
