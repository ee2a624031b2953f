// why:    tiles of C as large as fits, a few columns of A and rows of B: read by tile, written once; lines and two memories too
// run:    tile --capacity 4KiB
// expect: ok
// run:    tile --capacity 4KiB --capacity L2=32KiB --multiple-of 8 --line 64
// expect: ok
// run:    tile --capacity 4KiB --objective intensity
// expect: ok
// run:    tile --capacity 1MiB
// expect: ok
// run:    tile --capacity 8
// expect: error
// run:    tile --capacity 4KiB --capacity 2KiB
// expect: error
// run:    tile --capacity 4KiB --stmt S7
// expect: error
func.func @matmul(%A: memref<96x64xf32>, %B: memref<64x80xf32>, %C: memref<96x80xf32>) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 80 {
      affine.for %k = 0 to 64 {
        %a = affine.load %A[%i, %k] : memref<96x64xf32>
        %b = affine.load %B[%k, %j] : memref<64x80xf32>
        %c = affine.load %C[%i, %j] : memref<96x80xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<96x80xf32>
      }
    }
  }
  return
}
