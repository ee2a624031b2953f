// why:    distance (2, -1): tiles of height two always put source and sink into different tile rows, tiles of three do not
// run:    check --transform "tile(i=2, j=4)"
// expect: proved
// run:    check --transform "tile(i=3, j=4)"
// expect: refuted
func.func @tile_height_at_distance(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 2 to %n {
    affine.for %j = 0 to affine_map<()[m] -> (m - 1)>()[%m] {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %a1 = affine.load %A[%i - 2, %j + 1] : memref<?x?xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
