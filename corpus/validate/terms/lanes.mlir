// why:    what only moves lanes has no term of its own, and an operation on vectors is the one on scalars for each lane
// run:    validate %after
// expect: proved
func.func @moved(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %t = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %c = vector.shape_cast %t : vector<3x2xf32> to vector<6xf32>
  %r = vector.shape_cast %c : vector<6xf32> to vector<3x2xf32>
  return %r : vector<3x2xf32>
}
func.func @interleaved(%a: vector<2xi32>, %b: vector<2xi32>) -> vector<4xi32> {
  %r = vector.interleave %a, %b : vector<2xi32> -> vector<4xi32>
  return %r : vector<4xi32>
}
func.func @sum(%a: vector<3xi8>) -> i8 {
  %r = vector.reduction <add>, %a : vector<3xi8> into i8
  return %r : i8
}
func.func @mask(%n: index, %m: index) -> vector<3x2xi1> {
  %k = vector.create_mask %n, %m : vector<2x3xi1>
  %r = vector.transpose %k, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
  return %r : vector<3x2xi1>
}
func.func @carry(%a: vector<2xi16>) -> (vector<2xi16>, vector<2xi1>) {
  %z = arith.constant dense<0> : vector<2xi16>
  %s, %o = arith.addui_extended %a, %z : vector<2xi16>, vector<2xi1>
  return %s, %o : vector<2xi16>, vector<2xi1>
}
func.func @chosen(%c: i1, %a: vector<2xf32>, %b: vector<2xf32>) -> f32 {
  %v = scf.if %c -> (vector<2xf32>) {
    scf.yield %a : vector<2xf32>
  } else {
    scf.yield %b : vector<2xf32>
  }
  %r = vector.extract %v[1] : f32 from vector<2xf32>
  return %r : f32
}
