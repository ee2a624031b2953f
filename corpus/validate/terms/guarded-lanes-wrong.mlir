// why:    the wrong neighbours: the lane of another mask, what was there before, the other lane, a place further, lanes exchanged
// run:    validate %after
// expect: refuted
func.func @gather(%A: memref<?x?xf32>, %i: index, %v: vector<2xi32>, %m: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %r = vector.gather %A[%i, %i] [%v], %m, %p : memref<?x?xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %r : vector<2xf32>
}
func.func @nothing(%T: tensor<?xf32>, %v: vector<3xindex>, %p: vector<3xf32>) -> vector<3xf32> {
  %c0 = arith.constant 0 : index
  %m = arith.constant dense<false> : vector<3xi1>
  %r = vector.gather %T[%c0] [%v], %m, %p : tensor<?xf32>, vector<3xindex>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  return %r : vector<3xf32>
}
func.func @load(%A: memref<?xf32>, %i: index, %p: vector<2xf32>) -> vector<2xf32> {
  %m = arith.constant dense<[true, false]> : vector<2xi1>
  %r = vector.maskedload %A[%i], %m, %p : memref<?xf32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %r : vector<2xf32>
}
func.func @whole(%A: memref<?xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %m = arith.constant dense<true> : vector<4xi1>
  %r = vector.expandload %A[%i], %m, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}
func.func @store(%A: memref<?xf32>, %i: index, %m: vector<2xi1>, %p: vector<2xf32>) {
  vector.maskedstore %A[%i], %m, %p : memref<?xf32>, vector<2xi1>, vector<2xf32>
  return
}
