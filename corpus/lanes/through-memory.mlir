// why:    A region for lane 0 as a branch: lanes hand over what they have in memory that they share.
// run:    validate %after
// expect: proved
func.func @double(%lane: index, %v: vector<4xf32>) -> vector<1xf32> {
  %r = gpu.warp_execute_on_lane_0(%lane)[8] args(%v : vector<4xf32>) -> (vector<1xf32>) {
  ^bb0(%all: vector<32xf32>):
    %x = "some.event"(%all) : (vector<32xf32>) -> vector<8xf32>
    gpu.yield %x : vector<8xf32>
  }
  return %r : vector<1xf32>
}
