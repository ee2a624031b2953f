// why:    with constant leading dimensions BLAS touches exactly these parts: rows of a block, columns of a transposed one, one triangle
// run:    relations --effects blas
// expect: ok
func.func private @cblas_dgemm(i32, i32, i32, i64, i64, i64, f64, memref<?xf64>, i64, memref<?xf64>, i64, f64, memref<?xf64>, i64)
func.func private @cblas_dsyrk(i32, i32, i32, i64, i64, f64, memref<?xf64>, i64, f64, memref<?xf64>, i64)

// `c[4 x 6]` of rows of 8, `a[4 x 3]`, and `b[3 x 6]` that lies transposed.
func.func @rows(%a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %alpha: f64) {
  %row = arith.constant 101 : i32
  %no = arith.constant 111 : i32
  %trans = arith.constant 112 : i32
  %m = arith.constant 4 : i64
  %n = arith.constant 6 : i64
  %k = arith.constant 3 : i64
  %ld = arith.constant 8 : i64
  func.call @cblas_dgemm(%row, %no, %trans, %m, %n, %k, %alpha, %a, %ld, %b, %ld, %alpha, %c, %ld) : (i32, i32, i32, i64, i64, i64, f64, memref<?xf64>, i64, memref<?xf64>, i64, f64, memref<?xf64>, i64) -> ()
  return
}

// The same with columns first, and any number of rows.
func.func @columns(%a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %alpha: f64, %m: i64) {
  %column = arith.constant 102 : i32
  %no = arith.constant 111 : i32
  %trans = arith.constant 113 : i32
  %n = arith.constant 6 : i64
  %k = arith.constant 3 : i64
  %ld = arith.constant 8 : i64
  func.call @cblas_dgemm(%column, %no, %trans, %m, %n, %k, %alpha, %a, %ld, %b, %ld, %alpha, %c, %ld) : (i32, i32, i32, i64, i64, i64, f64, memref<?xf64>, i64, memref<?xf64>, i64, f64, memref<?xf64>, i64) -> ()
  return
}

// Nothing above the diagonal is written.
func.func @triangle(%a: memref<?xf64>, %c: memref<?xf64>, %alpha: f64) {
  %row = arith.constant 101 : i32
  %lower = arith.constant 122 : i32
  %no = arith.constant 111 : i32
  %n = arith.constant 4 : i64
  %k = arith.constant 2 : i64
  %ld = arith.constant 5 : i64
  func.call @cblas_dsyrk(%row, %lower, %no, %n, %k, %alpha, %a, %ld, %alpha, %c, %ld) : (i32, i32, i32, i64, i64, f64, memref<?xf64>, i64, f64, memref<?xf64>, i64) -> ()
  return
}

// A leading dimension of the caller's: all of the arrays.
func.func @any(%a: memref<?xf64>, %c: memref<?xf64>, %alpha: f64, %ld: i64) {
  %row = arith.constant 101 : i32
  %lower = arith.constant 122 : i32
  %no = arith.constant 111 : i32
  %n = arith.constant 4 : i64
  %k = arith.constant 2 : i64
  func.call @cblas_dsyrk(%row, %lower, %no, %n, %k, %alpha, %a, %ld, %alpha, %c, %ld) : (i32, i32, i32, i64, i64, f64, memref<?xf64>, i64, f64, memref<?xf64>, i64) -> ()
  return
}
