// why:    What attributes say of a scalable dimension is counted in units of the vector scale: masks, slices, and positions of scalable parts. Positions of fixed parts are not.
// run:    validate %after
// expect: proved
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
  %v = vector.transfer_read %A[%c0], %zero {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
  %u = "vector.scalable.extract"(%v) <{pos = 0 : i64}> : (vector<[4]xf32>) -> vector<4xf32>
  return %u : vector<4xf32>
}
func.func @all(%A: memref<?xf32>, %x: vector<[4]xf32>) -> vector<[4]xf32> {
  %c0 = arith.constant 0 : index
  %m = vector.constant_mask [4] : vector<[4]xi1>
  %v = vector.maskedload %A[%c0], %m, %x : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  return %v : vector<[4]xf32>
}
