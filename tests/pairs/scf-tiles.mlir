// The loops of scf, a tile at a time.
func.func @before(%A: memref<10xf64>, %B: memref<10xf64>) {
  affine.for %i = 0 to 10 {
    %a = affine.load %A[%i] : memref<10xf64>
    %b = affine.load %B[%i] : memref<10xf64>
    %d = arith.divf %a, %b : f64
    affine.store %d, %A[%i] : memref<10xf64>
  }
  return
}
func.func @after(%A: memref<10xf64>, %B: memref<10xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  scf.for %t = %c0 to %c10 step %c4 {
    %end = arith.addi %t, %c4 : index
    %to = arith.minsi %end, %c10 : index
    scf.for %i = %t to %to step %c1 {
      %a = memref.load %A[%i] : memref<10xf64>
      %b = memref.load %B[%i] : memref<10xf64>
      %d = arith.divf %a, %b : f64
      memref.store %d, %A[%i] : memref<10xf64>
    }
  }
  return
}
