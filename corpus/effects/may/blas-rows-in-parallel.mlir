// why:    calls of BLAS for rows of a matrix may run at the same time: each writes its own row
// run:    check --effects blas --transform "parallelize(i)"
// expect: proved
func.func private @cblas_dscal(i64, f64, memref<?xf64, strided<[1], offset: ?>>, i64)

func.func @rows(%x: memref<8x64xf64>, %alpha: f64) {
  %n = arith.constant 64 : i64
  %one = arith.constant 1 : i64
  affine.for %i = 0 to 8 {
    %row = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<8x64xf64> to memref<64xf64, strided<[1], offset: ?>>
    %cast = memref.cast %row : memref<64xf64, strided<[1], offset: ?>> to memref<?xf64, strided<[1], offset: ?>>
    func.call @cblas_dscal(%n, %alpha, %cast, %one) : (i64, f64, memref<?xf64, strided<[1], offset: ?>>, i64) -> ()
  }
  return
}
