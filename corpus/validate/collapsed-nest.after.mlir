func.func @add(%A: memref<12x20xf32>, %B: memref<12x20xf32>) {
  affine.for %l = 0 to 240 {
    %a = affine.load %A[%l floordiv 20, %l mod 20] : memref<12x20xf32>
    %b = affine.load %B[%l floordiv 20, %l mod 20] : memref<12x20xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %B[%l floordiv 20, %l mod 20] : memref<12x20xf32>
  }
  return
}
