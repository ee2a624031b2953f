// why:    tiles in time and two dimensions are legal once both are skewed, one by the other too
// run:    tile --capacity 480
// expect: ok
func.func @seidel(%A: memref<12x12xf64>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 11 {
      affine.for %j = 1 to 11 {
        %a = affine.load %A[%i - 1, %j - 1] : memref<12x12xf64>
        %b = affine.load %A[%i - 1, %j] : memref<12x12xf64>
        %c = affine.load %A[%i - 1, %j + 1] : memref<12x12xf64>
        %d = affine.load %A[%i, %j - 1] : memref<12x12xf64>
        %e = affine.load %A[%i, %j] : memref<12x12xf64>
        %f = affine.load %A[%i, %j + 1] : memref<12x12xf64>
        %g = affine.load %A[%i + 1, %j - 1] : memref<12x12xf64>
        %h = affine.load %A[%i + 1, %j] : memref<12x12xf64>
        %k = affine.load %A[%i + 1, %j + 1] : memref<12x12xf64>
        %0 = arith.addf %a, %b : f64
        %1 = arith.addf %0, %c : f64
        %2 = arith.addf %1, %d : f64
        %3 = arith.addf %2, %e : f64
        %4 = arith.addf %3, %f : f64
        %5 = arith.addf %4, %g : f64
        %6 = arith.addf %5, %h : f64
        %7 = arith.addf %6, %k : f64
        affine.store %7, %A[%i, %j] : memref<12x12xf64>
      }
    }
  }
  return
}
