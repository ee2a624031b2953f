// why:    shortest paths: row k and column k are read and rewritten within the step k that uses them
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @floyd_warshall(%path: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xf64>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %pathv = affine.load %path[%i, %j] : memref<?x?xf64>
        %pathv1 = affine.load %path[%i, %k] : memref<?x?xf64>
        %pathv2 = affine.load %path[%k, %j] : memref<?x?xf64>
        %sum = arith.addf %pathv1, %pathv2 : f64
        %min = arith.minimumf %pathv, %sum : f64
        affine.store %min, %path[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
