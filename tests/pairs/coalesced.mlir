// Two loops became one; the old variables are recovered by division.
func.func @before(%A: memref<5x4xi64>, %B: memref<5x4xi64>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<5x4xi64>
      %x = arith.index_cast %i : index to i64
      %d = arith.subi %a, %x : i64
      affine.store %d, %B[%i, %j] : memref<5x4xi64>
    }
  }
  return
}
func.func @after(%A: memref<5x4xi64>, %B: memref<5x4xi64>) {
  affine.for %k = 0 to 20 {
    %i = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%k)
    %j = affine.apply affine_map<(d0) -> (d0 mod 4)>(%k)
    %a = affine.load %A[%i, %j] : memref<5x4xi64>
    %x = arith.index_cast %i : index to i64
    %d = arith.subi %a, %x : i64
    affine.store %d, %B[%i, %j] : memref<5x4xi64>
  }
  return
}
