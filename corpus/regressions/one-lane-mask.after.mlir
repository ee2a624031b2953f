func.func @repeated(%A: tensor<4xf32>, %i: index) -> vector<3xf32> {
  %zero = arith.constant 0.0 : f32
  %m = vector.constant_mask [1] : vector<1xi1>
  %r = vector.mask %m { vector.transfer_read %A[%i], %zero {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : tensor<4xf32>, vector<3xf32> } : vector<1xi1> -> vector<3xf32>
  return %r : vector<3xf32>
}
func.func @nothing(%A: tensor<4xf32>) -> vector<3xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = vector.constant_mask [0] : vector<1xi1>
  %r = vector.mask %m { vector.transfer_read %A[%c0], %zero {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : tensor<4xf32>, vector<3xf32> } : vector<1xi1> -> vector<3xf32>
  return %r : vector<3xf32>
}
