// why:    the wrong neighbours: another value is kept for the next iteration; one element is not undone
// run:    validate %after
// expect: refuted
func.func @counted(%A: memref<i32>, %B: memref<?xi32>, %n: index) {
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[] : memref<i32>
    %b = arith.addi %a, %c1 : i32
    affine.store %b, %A[] : memref<i32>
    affine.store %b, %B[%i] : memref<?xi32>
  }
  return
}
func.func @undone(%A: memref<?xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.xori %a, %x : i32
    affine.store %b, %A[%i] : memref<?xi32>
  }
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.xori %a, %x : i32
    affine.store %b, %A[%i] : memref<?xi32>
  }
  return
}
