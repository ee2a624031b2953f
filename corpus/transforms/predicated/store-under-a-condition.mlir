// why:    stores that conditions on data guard stay under their conditions in the code of a new order
// run:    transform --transform "tile(i=8)"
// expect: ok
// run:    transform --transform "parallelize(i)"
// expect: ok
func.func @f(%A: memref<64xf32>, %B: memref<64xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    %p = arith.cmpf ogt, %a, %z : f32
    scf.if %p {
      affine.store %a, %B[%i] : memref<64xf32>
    } else {
      affine.store %z, %A[%i] : memref<64xf32>
    }
  }
  return
}
