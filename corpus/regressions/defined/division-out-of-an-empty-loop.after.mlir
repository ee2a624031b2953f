func.func @f(%A: memref<?xi32>, %x: i32, %y: i32, %n: index) {
  %q = arith.divsi %x, %y : i32
  affine.for %i = 0 to %n {
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}
