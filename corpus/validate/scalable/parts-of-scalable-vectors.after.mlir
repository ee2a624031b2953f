func.func @upper(%A: memref<?xf32>) -> vector<[4]xf32> {
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %scale = vector.vscale
  %at = arith.muli %c4, %scale : index
  %u = vector.transfer_read %A[%at], %zero {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
  return %u : vector<[4]xf32>
}
func.func @first(%A: memref<?xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %A[%c0], %zero {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @all(%A: memref<?xf32>, %x: vector<[4]xf32>) -> vector<[4]xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<?xf32>, vector<[4]xf32>
  return %v : vector<[4]xf32>
}
