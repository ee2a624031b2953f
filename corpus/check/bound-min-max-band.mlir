// why:    a banded product (max and min bounds): per row a sum along j, distance (0, +), so the swap keeps each row's order
// run:    check --transform "interchange(i, j)"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "parallelize(j)"
// expect: refuted
// run:    check --transform "reverse(j)"
// expect: proved-reassociated
func.func @bound_min_max_band(%A: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = max affine_map<(i) -> (0, i - 2)>(%i) to min affine_map<(i)[n] -> (n, i + 3)>(%i)[%n] {
      %yv = affine.load %y[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %xv = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %a, %xv : f64
      %sum = arith.addf %yv, %prod : f64
      affine.store %sum, %y[%i] : memref<?xf64>
    }
  }
  return
}
