// why:    in place, (t, i) has distances (0, 1), (1, 0), (1, -1): square tiles need i skewed by t, making them (0, 1), (1, 1), (1, 0)
// run:    check --transform "tile(t=4, i=4)"
// expect: refuted
// run:    check --transform "skew(i, t, 1); tile(t=4, i=4)"
// expect: proved
// run:    check --transform "skew(i, t, -1); tile(t=4, i=4)"
// expect: refuted
func.func @skew_then_tile_stencil(%steps: index, %A: memref<?xf64>, %third: f64) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf64>
      %a1 = affine.load %A[%i] : memref<?xf64>
      %sum = arith.addf %a, %a1 : f64
      %a2 = affine.load %A[%i + 1] : memref<?xf64>
      %sum1 = arith.addf %sum, %a2 : f64
      %prod = arith.mulf %third, %sum1 : f64
      affine.store %prod, %A[%i] : memref<?xf64>
    }
  }
  return
}
