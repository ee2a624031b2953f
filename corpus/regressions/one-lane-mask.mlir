// why:    the mask of a transfer that repeats a single element has one lane; runs said it had none
// run:    validate %after
// expect: proved
func.func @repeated(%A: tensor<4xf32>, %i: index) -> vector<3xf32> {
  %zero = arith.constant 0.0 : f32
  %r = vector.transfer_read %A[%i], %zero {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : tensor<4xf32>, vector<3xf32>
  return %r : vector<3xf32>
}
func.func @nothing(%A: tensor<4xf32>) -> vector<3xf32> {
  %zero = arith.constant 0.0 : f32
  %r = vector.broadcast %zero : f32 to vector<3xf32>
  return %r : vector<3xf32>
}
