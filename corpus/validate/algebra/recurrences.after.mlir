func.func @counted(%A: memref<i32>, %B: memref<?xi32>, %n: index) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[] : memref<i32>
    %d = arith.addi %a, %c2 : i32
    %b = arith.subi %d, %c1 : i32
    affine.store %b, %A[] : memref<i32>
    affine.store %b, %B[%i] : memref<?xi32>
  }
  return
}
func.func @undone(%A: memref<?xi32>, %x: i32, %n: index) {
  return
}
