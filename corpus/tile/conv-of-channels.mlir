// why:    rows of 226 floats begin anywhere in a line, and the loops of the sum stay inside: what tiles touch was too much to count, and nothing fitted
// run:    tile --capacity 32KiB
// expect: ok
// run:    tile --capacity 256KiB --allow reassoc
// expect: ok
func.func @conv(%in: memref<1x64x226x226xf32>, %w: memref<64x64x3x3xf32>, %out: memref<1x64x224x224xf32>) {
  linalg.conv_2d_nchw_fchw ins(%in, %w : memref<1x64x226x226xf32>, memref<64x64x3x3xf32>) outs(%out : memref<1x64x224x224xf32>)
  return
}
