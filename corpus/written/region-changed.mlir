// why:    as `region`, with another constant inside
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<32xf32>, %n: index) {
  %r = gpu.warp_execute_on_lane_0(%n)[32] args(%n : index) -> (vector<1xf32>) {
  ^bb0(%k: index):
    %c = arith.constant 1.0 : f32
    %v = vector.broadcast %c : f32 to vector<32xf32>
    gpu.yield %v : vector<32xf32>
  }
  %e = vector.extract %r[0] : f32 from vector<1xf32>
  memref.store %e, %A[%n] : memref<32xf32>
  return
}
