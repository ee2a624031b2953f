// why:    another epsilon of a norm was taken for rounding
// run:    validate %after
// expect: refuted
func.func @norm(%X: memref<?xf64>, %V: memref<?xf64>, %n: index) {
  %eps = arith.constant 1.0e-3 : f64
  affine.for %i = 0 to %n {
    %x = affine.load %X[%i] : memref<?xf64>
    %v = affine.load %V[%i] : memref<?xf64>
    %v2 = arith.mulf %v, %v : f64
    %d = arith.addf %v2, %eps : f64
    %s = math.rsqrt %d : f64
    %y = arith.mulf %x, %s : f64
    affine.store %y, %X[%i] : memref<?xf64>
  }
  return
}
