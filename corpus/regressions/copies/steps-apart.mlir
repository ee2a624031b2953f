// why:    views of different steps share elements
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<8xf32>) {
  affine.for %i = 0 to 4 {
  %x = affine.load %A[%i] : memref<8xf32>
 affine.store %x, %A[2*%i] : memref<8xf32>
 }
 return
}
