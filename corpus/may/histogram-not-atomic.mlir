// why:    an update in three steps is a race
// run:    check --transform "parallelize(i)"
// expect: unknown
func.func @plain(%D: memref<?xi32>, %H: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %D, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %d = affine.load %D[%i] : memref<?xi32>
    %b = arith.index_cast %d : i32 to index
    %h = memref.load %H[%b] : memref<16xi32>
    %g = arith.addi %h, %one : i32
    memref.store %g, %H[%b] : memref<16xi32>
  }
  return
}
