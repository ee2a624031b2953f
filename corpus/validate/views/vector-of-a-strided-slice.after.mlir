func.func @f(%A: memref<64xf32>, %i: index) -> vector<4xf32> {
  %p = arith.constant 0.0 : f32
  %0 = affine.apply affine_map<(d0) -> (d0 * 2 + 8)>(%i)
  %1 = vector.transfer_read %A[%0], %p {in_bounds = [true]} : memref<64xf32>, vector<4xf32>
  return %1 : vector<4xf32>
}
