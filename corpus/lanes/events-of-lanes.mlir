// why:    Events that lane 0 has in some order, and each lane one of them: nobody knows in which order lanes do that.
// run:    validate %after
// expect: unknown
func.func @each(%lane: index, %v: vector<1xf32>) {
  gpu.warp_execute_on_lane_0(%lane)[4] args(%v : vector<1xf32>) {
  ^bb0(%all: vector<4xf32>):
    %0 = vector.extract %all[0] : f32 from vector<4xf32>
    %1 = vector.extract %all[1] : f32 from vector<4xf32>
    %2 = vector.extract %all[2] : f32 from vector<4xf32>
    %3 = vector.extract %all[3] : f32 from vector<4xf32>
    "some.event"(%0) : (f32) -> ()
    "some.event"(%1) : (f32) -> ()
    "some.event"(%2) : (f32) -> ()
    "some.event"(%3) : (f32) -> ()
  }
  return
}
