func.func private @g()
func.func @f(%s: index, %A: memref<?xf32>, %B: memref<?xf32>) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 call @g() : () -> ()
 affine.for %i = 0 to 2 {
 %v = affine.load %A[%i * symbol(%s)] : memref<?xf32>
 affine.store %v, %B[%i] : memref<?xf32>
 }
 return
}
