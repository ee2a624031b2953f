// why:    an atomic store is no accumulation: the last one wins
// run:    check --transform "reverse(i)"
// expect: unknown
// run:    check --transform "parallelize(i)"
// expect: unknown
func.func @last(%D: memref<?xi32>, %H: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %D, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %d = affine.load %D[%i] : memref<?xi32>
    %b = arith.index_cast %d : i32 to index
    %k = arith.index_cast %i : index to i32
    %old = memref.atomic_rmw assign %k, %H[%b] : (i32, memref<16xi32>) -> i32
  }
  return
}
