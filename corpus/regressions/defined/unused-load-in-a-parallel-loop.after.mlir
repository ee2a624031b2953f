func.func @f(%A: memref<17xi32>) {
  %z = arith.constant 0 : i32
  affine.parallel (%i) = (0) to (16) {
    %x0 = affine.load %A[%i] : memref<17xi32>
    affine.store %z, %A[%i + 1] : memref<17xi32>
  }
  return
}
