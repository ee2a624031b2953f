// why:    distance (1, -1), but one 8 x 8 tile holds the whole 3 x 3 nest, so the order inside it is the old one
// run:    check --transform "tile(i=8, j=8)"
// expect: proved
// run:    check --transform "tile(i=8, j=1)"
// expect: refuted
func.func @tile_covers_all(%A: memref<4x4xf32>) {
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 3 {
      %a = affine.load %A[%i, %j] : memref<4x4xf32>
      %a1 = affine.load %A[%i - 1, %j + 1] : memref<4x4xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i, %j] : memref<4x4xf32>
    }
  }
  return
}
