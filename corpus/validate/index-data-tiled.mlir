// why:    a matrix of indices is filled by tiles; the index values are those of the whole, not of the tile
// run:    validate %after
// expect: proved
func.func @iota(%A: memref<?x?xi64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%A : memref<?x?xi64>) {
  ^bb0(%z: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    %r = arith.index_cast %s : index to i64
    linalg.yield %r : i64
  }
  return
}
