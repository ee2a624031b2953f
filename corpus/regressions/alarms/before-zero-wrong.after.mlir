func.func @guarded(%A: memref<?xf32>, %base: index) -> vector<1xf32> {
  %pad = arith.constant 7.0 : f32
  %v = vector.transfer_read %A[%base], %pad : memref<?xf32>, vector<1xf32>
  return %v : vector<1xf32>
}
func.func @hoisted(%A: memref<?xf32>, %B: memref<?xf32>, %base: index, %n: index) {
  %pad = arith.constant 7.0 : f32
  %v = vector.transfer_read %A[%base], %pad : memref<?xf32>, vector<4xf32>
  %x = vector.extract %v[1] : f32 from vector<4xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %B[%i] : memref<?xf32>
  }
  return
}
func.func @row(%A: memref<?x?xf32>, %base: index) -> vector<2x4xf32> {
  %pad = arith.constant 7.0 : f32
  %rest = arith.constant dense<7.0> : vector<2x4xf32>
  %c1 = arith.constant 1 : index
  %next = arith.addi %base, %c1 : index
  %x = vector.transfer_read %A[%base, %base], %pad {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %y = vector.transfer_read %A[%next, %base], %pad : memref<?x?xf32>, vector<4xf32>
  %0 = vector.insert %x, %rest [0] : vector<4xf32> into vector<2x4xf32>
  %1 = vector.insert %y, %0 [1] : vector<4xf32> into vector<2x4xf32>
  return %1 : vector<2x4xf32>
}
