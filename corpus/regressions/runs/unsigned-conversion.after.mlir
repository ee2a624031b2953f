func.func @to_float(%A: memref<8xi8>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi8>
    %b = arith.uitofp %a : i8 to f32
    affine.store %b, %B[%i] : memref<8xf32>
  }
  return
}
