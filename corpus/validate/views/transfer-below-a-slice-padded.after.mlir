func.func @f(%A: memref<?x?x?x?xf32>, %o: index, %m: index, %p: index, %n: index, %i: index, %j: index, %k: vector<4x3xi1>) -> vector<3x4xf32> {
  %c = arith.constant 0.0 : f32
  %z = arith.constant 0 : index
  %0 = arith.addi %o, %i : index
  %1 = arith.addi %p, %j : index
  %2 = vector.transfer_read %A[%z, %0, %z, %1], %c, %k {permutation_map = affine_map<(d0, d1, d2, d3) -> (d3, d1)>, in_bounds = [false, false]} : memref<?x?x?x?xf32>, vector<3x4xf32>
  return %2 : vector<3x4xf32>
}
