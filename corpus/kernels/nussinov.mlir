// why:    base pairing by dynamic programming, rows bottom up (row n - 1 - r): guards pick the cases near the diagonal
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @nussinov(%seq: memref<?xi32>, %table: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %seq, %c0 : memref<?xi32>
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  affine.for %r = 0 to %n {
    affine.for %j = affine_map<(r)[n] -> (n - r)>(%r)[%n] to %n {
      // Row i = n - 1 - r, so j runs from i + 1.
      %tablev = affine.load %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
      %tablev1 = affine.load %table[symbol(%n) - 1 - %r, %j - 1] : memref<?x?xi32>
      %max = arith.maxsi %tablev, %tablev1 : i32
      affine.store %max, %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
      %tablev2 = affine.load %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
      %tablev3 = affine.load %table[symbol(%n) - %r, %j] : memref<?x?xi32>
      %max1 = arith.maxsi %tablev2, %tablev3 : i32
      affine.store %max1, %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
      affine.if affine_set<(j, r)[n] : (j + r - n - 1 >= 0)>(%j, %r)[%n] {
        %tablev4 = affine.load %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
        %tablev5 = affine.load %table[symbol(%n) - %r, %j - 1] : memref<?x?xi32>
        %seqv = affine.load %seq[symbol(%n) - 1 - %r] : memref<?xi32>
        %seqv1 = affine.load %seq[%j] : memref<?xi32>
        %sum = arith.addi %seqv, %seqv1 : i32
        %cond = arith.cmpi eq, %sum, %three : i32
        %pick = arith.select %cond, %one, %zero : i32
        %sum1 = arith.addi %tablev5, %pick : i32
        %max2 = arith.maxsi %tablev4, %sum1 : i32
        affine.store %max2, %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
      } else {
        %tablev4 = affine.load %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
        %tablev5 = affine.load %table[symbol(%n) - %r, %j - 1] : memref<?x?xi32>
        %max2 = arith.maxsi %tablev4, %tablev5 : i32
        affine.store %max2, %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
      }
      affine.for %k = affine_map<(r)[n] -> (n - r)>(%r)[%n] to affine_map<(j) -> (j)>(%j) {
        %tablev4 = affine.load %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
        %tablev5 = affine.load %table[symbol(%n) - 1 - %r, %k] : memref<?x?xi32>
        %tablev6 = affine.load %table[%k + 1, %j] : memref<?x?xi32>
        %sum = arith.addi %tablev5, %tablev6 : i32
        %max2 = arith.maxsi %tablev4, %sum : i32
        affine.store %max2, %table[symbol(%n) - 1 - %r, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
