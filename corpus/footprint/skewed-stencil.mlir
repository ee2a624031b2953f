// why:    a tile of a skewed stencil is a parallelogram in the iterations, a trapezoid in the data
// run:    footprint --transform "skew(i, t, 1)" --tile t=4,i=8
// expect: ok
func.func @stencil(%steps: index, %n: index, %A: memref<?xf64>) {
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf64>
      %b = affine.load %A[%i + 1] : memref<?xf64>
      %s = arith.addf %a, %b : f64
      affine.store %s, %A[%i] : memref<?xf64>
    }
  }
  return
}
