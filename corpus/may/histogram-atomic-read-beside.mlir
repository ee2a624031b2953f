// why:    a plain read of what others update is in one order
// run:    check --transform "reverse(i)"
// expect: unknown
// run:    check --transform "parallelize(i)"
// expect: unknown
func.func @read_beside(%D: memref<?xi32>, %H: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %D, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %d = affine.load %D[%i] : memref<?xi32>
    %b = arith.index_cast %d : i32 to index
    %h = affine.load %H[0] : memref<16xi32>
    %old = memref.atomic_rmw addi %h, %H[%b] : (i32, memref<16xi32>) -> i32
  }
  return
}
