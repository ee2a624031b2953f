func.func @f(%A: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
 %m = memref.dim %A, %c1 : memref<?x?xf32>
 %p = arith.muli %n, %m : index
 scf.for %l = %c0 to %p step %c1 {
 %i = arith.divsi %l, %m : index
 %j = arith.remsi %l, %m : index
 memref.store %x, %A[%i, %j] : memref<?x?xf32>
 }
  return
}
