// why:    the vector goes along a dimension that the slice does not have
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<?x?x?x?xf32>, %o: index, %m: index, %p: index, %n: index, %i: index, %j: index, %k: vector<4x3xi1>) -> vector<3x4xf32> {
  %c = arith.constant 0.0 : f32
  %0 = memref.subview %A[0, %o, 0, %p] [1, %m, 1, %n] [1, 1, 1, 1] : memref<?x?x?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %1 = vector.transfer_read %0[%i, %j], %c, %k {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, true]} : memref<?x?xf32, strided<[?, 1], offset: ?>>, vector<3x4xf32>
  return %1 : vector<3x4xf32>
}
