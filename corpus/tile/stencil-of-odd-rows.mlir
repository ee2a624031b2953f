// why:    rows of 34 floats begin anywhere in a line: sizes are looked for by about what tiles touch, what is shown is exact
// run:    tile --capacity 32KiB
// expect: ok
func.func @st(%A: memref<34x34x34xf32>, %B: memref<34x34x34xf32>) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 33 {
      affine.for %k = 1 to 33 {
        %0 = affine.load %A[%i, %j, %k] : memref<34x34x34xf32>
        %1 = affine.load %A[%i - 1, %j, %k] : memref<34x34x34xf32>
        %2 = affine.load %A[%i + 1, %j, %k] : memref<34x34x34xf32>
        %3 = affine.load %A[%i, %j - 1, %k] : memref<34x34x34xf32>
        %4 = affine.load %A[%i, %j + 1, %k] : memref<34x34x34xf32>
        %5 = affine.load %A[%i, %j, %k - 1] : memref<34x34x34xf32>
        %6 = affine.load %A[%i, %j, %k + 1] : memref<34x34x34xf32>
        %7 = arith.addf %0, %1 : f32
        %8 = arith.addf %7, %2 : f32
        %9 = arith.addf %8, %3 : f32
        %10 = arith.addf %9, %4 : f32
        %11 = arith.addf %10, %5 : f32
        %12 = arith.addf %11, %6 : f32
        affine.store %12, %B[%i, %j, %k] : memref<34x34x34xf32>
      }
    }
  }
  return
}
