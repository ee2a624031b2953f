// why:    which branch runs depends on data: either store may happen, after the load that decides
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "parallelize(i)"
// expect: proved
func.func @branch_on_data(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %positive = arith.cmpf ogt, %a, %zero : f32
    scf.if %positive {
      affine.store %a, %B[%i] : memref<?xf32>
    } else {
      affine.store %zero, %A[%i] : memref<?xf32>
    }
  }
  return
}
