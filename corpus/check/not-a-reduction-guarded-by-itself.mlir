// why:    the guard looks at the accumulator: which values are added depends on the order (a sum that stops at 3)
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @sum_up_to(%A: memref<?xi32>, %s: memref<i32>, %n: index) {
  %limit = arith.constant 3 : i32
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xi32>
    %t = affine.load %s[] : memref<i32>
    %small = arith.cmpi slt, %t, %limit : i32
    %sum = arith.addi %t, %v : i32
    %kept = arith.select %small, %sum, %t : i32
    affine.store %kept, %s[] : memref<i32>
  }
  return
}
