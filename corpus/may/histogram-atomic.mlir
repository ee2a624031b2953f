// why:    updates of an element as a whole may run in any order and at the same time, wherever they are
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
// run:    check --transform "parallelize(i)"
// expect: proved-reassociated
// run:    relations
// expect: ok
func.func @histogram(%D: memref<?xi32>, %H: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %D, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %d = affine.load %D[%i] : memref<?xi32>
    %b = arith.index_cast %d : i32 to index
    %old = memref.atomic_rmw addi %one, %H[%b] : (i32, memref<16xi32>) -> i32
  }
  return
}
