// why:    the comparison of reduction-maximum-by-select turned: a NaN is taken, and so is the value after it; only inputs with a NaN show it
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @greatest_or_nan(%A: memref<?xf32>, %s: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xf32>
    %t = affine.load %s[] : memref<f32>
    %greater = arith.cmpf ogt, %t, %v : f32
    %kept = arith.select %greater, %t, %v : f32
    affine.store %kept, %s[] : memref<f32>
  }
  return
}
