// why:    rows are read from the end and written from the start: no blocks of both loops are legal, however skewed
// run:    tile --capacity 1KiB
// expect: unknown
func.func @backwards(%A: memref<64x64xf32>) {
  affine.for %i = 0 to 63 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, 63 - %j] : memref<64x64xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %A[%i + 1, %j] : memref<64x64xf32>
    }
  }
  return
}
