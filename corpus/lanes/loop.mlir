// why:    A loop that lane 0 runs is one that all lanes run, each with its part of what is carried.
// run:    validate %after
// expect: proved
func.func @loop(%lane: index, %n: index) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = gpu.warp_execute_on_lane_0(%lane)[8] -> (vector<2xf32>) {
    %start = "some.start"() : () -> vector<16xf32>
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%x = %start) -> (vector<16xf32>) {
      %y = "some.step"(%x) : (vector<16xf32>) -> vector<16xf32>
      %z = arith.addf %y, %x : vector<16xf32>
      scf.yield %z : vector<16xf32>
    }
    gpu.yield %end : vector<16xf32>
  }
  return %r : vector<2xf32>
}
