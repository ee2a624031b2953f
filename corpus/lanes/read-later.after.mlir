func.func @later(%lane: index, %A: memref<128xf32>) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %two = arith.constant dense<2.0> : vector<128xf32>
  gpu.warp_execute_on_lane_0(%lane)[32] {
    vector.transfer_write %two, %A[%c0] {in_bounds = [true]} : vector<128xf32>, memref<128xf32>
  }
  %at = affine.apply affine_map<(d0) -> (d0 * 4)>(%lane)
  %x = vector.transfer_read %A[%at], %zero {in_bounds = [true]} : memref<128xf32>, vector<4xf32>
  return %x : vector<4xf32>
}
