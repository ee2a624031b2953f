// why:    The last lane writes, and all lanes write to one element: nobody knows which of them is last.
// run:    validate %after
// expect: unknown
func.func @last(%lane: index, %v: vector<1xf32>, %B: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  gpu.warp_execute_on_lane_0(%lane)[4] args(%v : vector<1xf32>) {
  ^bb0(%all: vector<4xf32>):
    %3 = vector.extract %all[3] : f32 from vector<4xf32>
    memref.store %3, %B[%c0] : memref<1xf32>
  }
  return
}
