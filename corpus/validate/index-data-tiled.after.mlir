func.func @iota(%A: memref<?x?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %A, %c0 : memref<?x?xi64>
  %m = memref.dim %A, %c1 : memref<?x?xi64>
  scf.for %b = %c0 to %n step %c4 {
    %h = affine.min affine_map<(d0)[s0] -> (s0 - d0, 4)>(%b)[%n]
    %v = memref.subview %A[%b, 0] [%h, %m] [1, 1] : memref<?x?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        outs(%v : memref<?x?xi64, strided<[?, 1], offset: ?>>) {
    ^bb0(%z: i64):
      %d = linalg.index 0 : index
      %j = linalg.index 1 : index
      %i = arith.addi %b, %d : index
      %s = arith.addi %i, %j : index
      %r = arith.index_cast %s : index to i64
      linalg.yield %r : i64
    }
  }
  return
}
