// why:    what is compared is not what is taken: `select(t < v, t, 2v)`
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @least_or_double(%A: memref<?xi32>, %s: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xi32>
    %t = affine.load %s[] : memref<i32>
    %less = arith.cmpi slt, %t, %v : i32
    %double = arith.addi %v, %v : i32
    %kept = arith.select %less, %t, %double : i32
    affine.store %kept, %s[] : memref<i32>
  }
  return
}
