memref.global "private" @given : memref<32xf32, 3>
memref.global "private" @got : memref<8xf32, 3>
func.func @double(%lane: index, %v: vector<4xf32>) -> vector<1xf32> {
  %pad = ub.poison : f32
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %lane, %c0 : index
  %given = memref.get_global @given : memref<32xf32, 3>
  %at = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%lane]
  vector.transfer_write %v, %given[%at] {in_bounds = [true]} : vector<4xf32>, memref<32xf32, 3>
  gpu.barrier
  %got = memref.get_global @got : memref<8xf32, 3>
  scf.if %first {
    %all = vector.transfer_read %given[%c0], %pad {in_bounds = [true]} : memref<32xf32, 3>, vector<32xf32>
    %x = "some.event"(%all) : (vector<32xf32>) -> vector<8xf32>
    vector.transfer_write %x, %got[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, 3>
  }
  gpu.barrier
  %one = affine.apply affine_map<()[s0] -> ((s0 + 7) mod 8)>()[%lane]
  %r = vector.transfer_read %got[%one], %pad {in_bounds = [true]} : memref<8xf32, 3>, vector<1xf32>
  return %r : vector<1xf32>
}
