// why:    the region of an update is an accumulation by what it computes
// run:    check --transform "parallelize(i)"
// expect: proved-reassociated
func.func @region(%D: memref<?xi32>, %H: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %D, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %d = affine.load %D[%i] : memref<?xi32>
    %b = arith.index_cast %d : i32 to index
    %old = memref.generic_atomic_rmw %H[%b] : memref<16xi32> {
    ^bb0(%o: i32):
      %m = arith.maxsi %o, %d : i32
      memref.atomic_yield %m : i32
    }
  }
  return
}
