// why:    loops that may be fused without an offset only if no value is read before it is there; data copies are steps on operations
// run:    check --all --only fuse,shift,distribute,data_copy
// expect: ok
func.func @ahead(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %i = 0 to 63 {
    %a = affine.load %A[%i] : memref<64xf32>
    affine.store %a, %B[%i] : memref<64xf32>
  }
  affine.for %j = 0 to 63 {
    %b = affine.load %B[%j + 1] : memref<64xf32>
    affine.store %b, %A[%j] : memref<64xf32>
  }
  return
}
