// why:    whether the views share elements depends on an argument
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %o: index) {
  affine.for %i = 0 to 4 {
  %x = affine.load %A[%i] : memref<?xf32>
 affine.store %x, %A[%i + symbol(%o)] : memref<?xf32>
 }
 return
}
