// why:    wrong neighbours: the mask of another lane, a mask that was not turned along, lanes that write in the other order
// run:    validate %after
// expect: refuted
func.func @gathered(%A: memref<?x?xf32>, %x: vector<3xi32>, %m: vector<3xi1>, %p: vector<3xf32>) -> vector<3xf32> {
  %c1 = arith.constant 1 : index
  %0 = vector.gather %A[%c1, %c1] [%x], %m, %p : memref<?x?xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  return %0 : vector<3xf32>
}
func.func @turned(%A: memref<8x?xf32>, %m: vector<2x3xi1>, %i: index) -> vector<3x2xf32> {
  %pad = arith.constant 2.0 : f32
  %0 = vector.transfer_read %A[%i, %i], %pad, %m {in_bounds = [false, true], permutation_map = affine_map<(i, j) -> (j, i)>} : memref<8x?xf32>, vector<3x2xf32>
  return %0 : vector<3x2xf32>
}
func.func @scattered(%A: memref<?xf32>, %x: vector<2xindex>, %m: vector<2xi1>, %v: vector<2xf32>) {
  %c0 = arith.constant 0 : index
  vector.scatter %A[%c0] [%x], %m, %v : memref<?xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32>
  return
}
