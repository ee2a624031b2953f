// why:    a product is a reduction too: reversed it multiplies the same factors
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
func.func @reduction_product_reversed(%A: memref<?xf64>, %prod: memref<f64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %prodv = affine.load %prod[] : memref<f64>
    %a = affine.load %A[%i] : memref<?xf64>
    %prodv1 = arith.mulf %prodv, %a : f64
    affine.store %prodv1, %prod[] : memref<f64>
  }
  return
}
