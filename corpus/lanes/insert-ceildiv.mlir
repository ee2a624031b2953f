// why:    MLIR 22, distribution of vector.insert: the lane that has an element is the quotient rounded up.
// run:    validate %after
// expect: refuted
func.func @insert(%lane: index, %v: vector<3xf32>, %f: f32, %at: index) -> vector<3xf32> {
  %r = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<3xf32>) -> (vector<3xf32>) {
  ^bb0(%all: vector<96xf32>):
    %x = vector.insert %f, %all[%at] : f32 into vector<96xf32>
    gpu.yield %x : vector<96xf32>
  }
  return %r : vector<3xf32>
}
