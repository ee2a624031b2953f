// why:    MLIR 22, distribution of reads: the read in lane 0 moves below the write that follows it.
// run:    validate %after
// expect: refuted
func.func @later(%lane: index, %A: memref<128xf32>) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %r = gpu.warp_execute_on_lane_0(%lane)[32] -> (vector<4xf32>) {
    %two = arith.constant dense<2.0> : vector<128xf32>
    %x = vector.transfer_read %A[%c0], %zero {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
    vector.transfer_write %two, %A[%c0] {in_bounds = [true]} : vector<128xf32>, memref<128xf32>
    gpu.yield %x : vector<128xf32>
  }
  return %r : vector<4xf32>
}
