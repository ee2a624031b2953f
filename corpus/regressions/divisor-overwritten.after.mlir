func.func @f(%A: memref<1xi32>, %x: i32, %v: i32) {
  %c = arith.constant 0 : index
  memref.store %v, %A[%c] : memref<1xi32>
  %y = memref.load %A[%c] : memref<1xi32>
  %q = arith.divsi %x, %y : i32
  memref.store %x, %A[%c] : memref<1xi32>
  return
}
