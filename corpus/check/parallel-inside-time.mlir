// why:    every dependence of the half step has distance 1 in t, which t carries: the inner loop is parallel, the outer is not
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "parallelize(t)"
// expect: refuted
func.func @parallel_inside_time(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %t = 1 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      %a = affine.load %A[%t - 1, %i - 1] : memref<?x?xf64>
      %a1 = affine.load %A[%t - 1, %i] : memref<?x?xf64>
      %sum = arith.addf %a, %a1 : f64
      %a2 = affine.load %A[%t - 1, %i + 1] : memref<?x?xf64>
      %sum1 = arith.addf %sum, %a2 : f64
      affine.store %sum1, %A[%t, %i] : memref<?x?xf64>
    }
  }
  return
}
