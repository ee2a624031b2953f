// why:    fusion anti dependence: fused by hand: V[0] is overwritten by the first consumer instance while later instances of the producer still read it
// run:    validate %after
// expect: refuted
func.func @normalise(%V: memref<?xf64>, %T: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %V, %c0 : memref<?xf64>
  %cf64_1 = arith.constant 2.0 : f64
  affine.for %i = 0 to %N {
    %v1 = affine.load %V[%i] : memref<?xf64>
    %v2 = affine.load %V[0] : memref<?xf64>
    %v3 = arith.divf %v1, %v2 : f64
    affine.store %v3, %T[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %N {
    %v4 = affine.load %T[%i] : memref<?xf64>
    %v5 = arith.mulf %v4, %cf64_1 : f64
    affine.store %v5, %V[%i] : memref<?xf64>
  }
  return
}
