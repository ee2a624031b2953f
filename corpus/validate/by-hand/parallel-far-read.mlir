// why:    parallel mark: reads lie n elements ahead of all writes
// run:    validate %after
// expect: proved
func.func @pull(%A: memref<?xi32>, %n: index) {
  %ci32_0 = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %v1 = affine.load %A[%i + symbol(%n)] : memref<?xi32>
    %v2 = arith.subi %v1, %ci32_0 : i32
    affine.store %v2, %A[%i] : memref<?xi32>
  }
  return
}
