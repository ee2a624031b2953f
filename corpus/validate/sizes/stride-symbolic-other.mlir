// why:    different strides are different elements
// run:    validate %after
// expect: refuted
func.func @f(%s: index, %t: index, %A: memref<8xf32>, %B: memref<2xf32>) {
 affine.for %i = 0 to 2 {
 %v = affine.load %A[%i * symbol(%s)] : memref<8xf32>
 affine.store %v, %B[%i] : memref<2xf32>
 }
 return
}
