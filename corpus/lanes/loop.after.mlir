func.func @loop(%lane: index, %n: index) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = gpu.warp_execute_on_lane_0(%lane)[8] -> (vector<2xf32>) {
    %all = "some.start"() : () -> vector<16xf32>
    gpu.yield %all : vector<16xf32>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %start) -> (vector<2xf32>) {
    %y = gpu.warp_execute_on_lane_0(%lane)[8] args(%x : vector<2xf32>) -> (vector<2xf32>) {
    ^bb0(%all: vector<16xf32>):
      %s = "some.step"(%all) : (vector<16xf32>) -> vector<16xf32>
      gpu.yield %s : vector<16xf32>
    }
    %z = arith.addf %y, %x : vector<2xf32>
    scf.yield %z : vector<2xf32>
  }
  return %r : vector<2xf32>
}
