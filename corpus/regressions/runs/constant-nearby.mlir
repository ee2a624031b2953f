// why:    a factor that is off by a part in a thousand was taken for rounding
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf64>, %n: index) {
  %k = arith.constant 0.333 : f64
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf64>
    %b = arith.mulf %a, %k : f64
    affine.store %b, %A[%i] : memref<?xf64>
  }
  return
}
