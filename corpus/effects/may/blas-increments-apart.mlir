// why:    two vectors with increment 2 in one array, of even and of odd elements, are apart: the calls may change places
// run:    deps --effects blas
// expect: ok
// run:    check --effects blas --transform "parallelize(i)"
// expect: proved
func.func private @cblas_scopy(index, memref<?xf32, strided<[1], offset: ?>>, index, memref<?xf32, strided<[1], offset: ?>>, index)

func.func @apart(%x: memref<20xf32>, %y: memref<20xf32>) {
  %n = arith.constant 10 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %from = memref.subview %x[0] [20] [1] : memref<20xf32> to memref<20xf32, strided<[1], offset: 0>>
  %all = memref.cast %from : memref<20xf32, strided<[1], offset: 0>> to memref<?xf32, strided<[1], offset: ?>>
  affine.for %i = 0 to 2 {
    %to = memref.subview %y[%i] [19] [1] : memref<20xf32> to memref<19xf32, strided<[1], offset: ?>>
    %odd = memref.cast %to : memref<19xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    func.call @cblas_scopy(%n, %all, %one, %odd, %two) : (index, memref<?xf32, strided<[1], offset: ?>>, index, memref<?xf32, strided<[1], offset: ?>>, index) -> ()
  }
  return
}
