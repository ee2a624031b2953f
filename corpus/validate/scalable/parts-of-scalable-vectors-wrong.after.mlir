func.func @upper(%A: memref<?xf32>) -> vector<[4]xf32> {
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %scale = vector.vscale
  %at = arith.constant 4 : index
  %u = vector.transfer_read %A[%at], %zero {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
  return %u : vector<[4]xf32>
}
func.func @first(%A: memref<?xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %c8 = arith.constant 8 : index
  %v = vector.transfer_read %A[%c8], %zero {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @all(%A: memref<?xf32>, %x: vector<[4]xf32>) -> vector<[4]xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<?xf32>, vector<[4]xf32>
  return %v : vector<[4]xf32>
}
