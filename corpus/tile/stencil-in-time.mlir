// why:    blocks of time need a skew: the point to the right of the last step is read
// run:    tile --capacity 1KiB
// expect: ok
func.func @heat(%A: memref<40x200xf32>) {
  affine.for %t = 0 to 39 {
    affine.for %i = 1 to 199 {
      %l = affine.load %A[%t, %i - 1] : memref<40x200xf32>
      %m = affine.load %A[%t, %i] : memref<40x200xf32>
      %r = affine.load %A[%t, %i + 1] : memref<40x200xf32>
      %s = arith.addf %l, %m : f32
      %u = arith.addf %s, %r : f32
      affine.store %u, %A[%t + 1, %i] : memref<40x200xf32>
    }
  }
  return
}
