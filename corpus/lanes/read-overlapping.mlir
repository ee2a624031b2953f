// why:    As read, where lanes are one element apart and not two.
// run:    validate %after
// expect: refuted
func.func @read(%lane: index, %A: memref<1024xf32>, %B: memref<1024xf32>, %at: index) {
  %zero = arith.constant 0.0 : f32
  %r = gpu.warp_execute_on_lane_0(%lane)[32] -> (vector<2xf32>) {
    %x = vector.transfer_read %A[%at], %zero {in_bounds = [true]} : memref<1024xf32>, vector<64xf32>
    %y = arith.mulf %x, %x : vector<64xf32>
    gpu.yield %y : vector<64xf32>
  }
  %to = affine.apply affine_map<(d0) -> (d0 * 2)>(%lane)
  vector.transfer_write %r, %B[%to] {in_bounds = [true]} : vector<2xf32>, memref<1024xf32>
  return
}
