func.func @insert(%lane: index, %v: vector<3xf32>, %f: f32, %at: index) -> vector<3xf32> {
  %which = affine.apply affine_map<()[s0] -> (s0 ceildiv 3)>()[%at]
  %here = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%at]
  %mine = arith.cmpi eq, %lane, %which : index
  %r = scf.if %mine -> (vector<3xf32>) {
    %x = vector.insert %f, %v[%here] : f32 into vector<3xf32>
    scf.yield %x : vector<3xf32>
  } else {
    scf.yield %v : vector<3xf32>
  }
  return %r : vector<3xf32>
}
