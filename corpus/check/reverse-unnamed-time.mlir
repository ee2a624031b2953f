// why:    every dependence of the time loop is turned round, yet t occurs in no subscript: the same steps run, under other names
// run:    check --transform "reverse(t)"
// expect: proved
// run:    check --transform "parallelize(t)"
// expect: refuted
func.func @reverse_unnamed_time(%steps: index, %A: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i] : memref<?xf64>
      %a1 = affine.load %A[%i - 1] : memref<?xf64>
      %prod = arith.mulf %a, %a1 : f64
      affine.store %prod, %A[%i] : memref<?xf64>
    }
  }
  return
}
