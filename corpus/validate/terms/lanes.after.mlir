func.func @moved(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %r = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %r : vector<3x2xf32>
}
func.func @interleaved(%a: vector<2xi32>, %b: vector<2xi32>) -> vector<4xi32> {
  %r = vector.shuffle %a, %b [0, 2, 1, 3] : vector<2xi32>, vector<2xi32>
  return %r : vector<4xi32>
}
func.func @sum(%a: vector<3xi8>) -> i8 {
  %x:3 = vector.to_elements %a : vector<3xi8>
  %s = arith.addi %x#1, %x#2 : i8
  %r = arith.addi %x#0, %s : i8
  return %r : i8
}
func.func @mask(%n: index, %m: index) -> vector<3x2xi1> {
  %r = vector.create_mask %m, %n : vector<3x2xi1>
  return %r : vector<3x2xi1>
}
func.func @carry(%a: vector<2xi16>) -> (vector<2xi16>, vector<2xi1>) {
  %o = arith.constant dense<false> : vector<2xi1>
  return %a, %o : vector<2xi16>, vector<2xi1>
}
func.func @chosen(%c: i1, %a: vector<2xf32>, %b: vector<2xf32>) -> f32 {
  %x = vector.extract %a[1] : f32 from vector<2xf32>
  %y = vector.extract %b[1] : f32 from vector<2xf32>
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}
