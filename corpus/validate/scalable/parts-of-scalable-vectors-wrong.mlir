// why:    As parts-of-scalable-vectors: the fourth element begins the upper half only where the vector scale is one, a fixed part behind the first is not scaled, and a mask of no lanes loads nothing.
// run:    validate %after
// expect: refuted
func.func @upper(%A: memref<?xf32>) -> vector<[4]xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %A[%c0], %zero {in_bounds = [true]} : memref<?xf32>, vector<[8]xf32>
  %u = "vector.scalable.extract"(%v) <{pos = 4 : i64}> : (vector<[8]xf32>) -> vector<[4]xf32>
  return %u : vector<[4]xf32>
}
func.func @first(%A: memref<?xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %A[%c0], %zero {in_bounds = [true]} : memref<?xf32>, vector<[8]xf32>
  %u = "vector.scalable.extract"(%v) <{pos = 4 : i64}> : (vector<[8]xf32>) -> vector<4xf32>
  return %u : vector<4xf32>
}
func.func @all(%A: memref<?xf32>, %x: vector<[4]xf32>) -> vector<[4]xf32> {
  %c0 = arith.constant 0 : index
  %m = vector.constant_mask [0] : vector<[4]xi1>
  %v = vector.maskedload %A[%c0], %m, %x : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  return %v : vector<[4]xf32>
}
