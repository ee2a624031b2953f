// why:    a sum and a maximum of one element do not change places
// run:    check --transform "reverse(i)"
// expect: unknown
// run:    check --transform "parallelize(i)"
// expect: unknown
func.func @two(%D: memref<?xi32>, %H: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %D, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %d = affine.load %D[%i] : memref<?xi32>
    %b = arith.index_cast %d : i32 to index
    %old = memref.atomic_rmw addi %d, %H[%b] : (i32, memref<16xi32>) -> i32
    %new = memref.atomic_rmw maxs %d, %H[%b] : (i32, memref<16xi32>) -> i32
  }
  return
}
