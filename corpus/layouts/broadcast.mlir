// why:    a stride of zero: all rows are one, so that each row overwrites the last, and reads of them are parallel
// run:    relations
// expect: ok
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "parallelize(j)"
// expect: proved
func.func @last_row(%A: memref<4x8xf32>, %row: memref<4x8xf32, strided<[0, 1]>>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      affine.store %a, %row[%i, %j] : memref<4x8xf32, strided<[0, 1]>>
    }
  }
  return
}
