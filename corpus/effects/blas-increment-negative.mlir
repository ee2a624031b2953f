// why:    no exact relation says what an increment of 0 or below touches; a matrix with two dimensions is no address: all of it is touched, perhaps
// run:    relations --effects blas
// expect: ok
func.func private @cblas_scopy(index, memref<?xf32>, index, memref<?x?xf32>, index)

func.func @backwards(%x: memref<?xf32>, %y: memref<?x?xf32>, %n: index) {
  %minus = arith.constant -1 : index
  %zero = arith.constant 0 : index
  func.call @cblas_scopy(%n, %x, %minus, %y, %zero) : (index, memref<?xf32>, index, memref<?x?xf32>, index) -> ()
  return
}
