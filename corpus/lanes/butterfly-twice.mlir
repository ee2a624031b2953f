// why:    As butterfly, where both shuffles are between the same lanes.
// run:    validate %after
// expect: refuted
func.func @sum(%lane: index, %v: vector<1xf32>) -> f32 {
  %r = gpu.warp_execute_on_lane_0(%lane)[4] args(%v : vector<1xf32>) -> (f32) {
  ^bb0(%all: vector<4xf32>):
    %x = vector.reduction <add>, %all : vector<4xf32> into f32
    gpu.yield %x : f32
  }
  return %r : f32
}
