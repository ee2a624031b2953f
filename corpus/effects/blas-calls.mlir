// why:    what BLAS touches comes from a file beside the program, which ships with polyvet
// run:    relations --effects blas
// expect: ok
// run:    deps --effects blas
// expect: ok
func.func private @cblas_dscal(i64, f64, memref<?xf64>, i64)
func.func private @cblas_ddot(i64, memref<?xf64>, i64, memref<?xf64>, i64) -> f64

func.func @twice(%n: i64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %two = arith.constant 2.0 : f64
  %one = arith.constant 1 : i64
  func.call @cblas_dscal(%n, %two, %x, %one) : (i64, f64, memref<?xf64>, i64) -> ()
  func.call @cblas_dscal(%n, %two, %y, %one) : (i64, f64, memref<?xf64>, i64) -> ()
  %dot = func.call @cblas_ddot(%n, %x, %one, %y, %one) : (i64, memref<?xf64>, i64, memref<?xf64>, i64) -> f64
  return
}
