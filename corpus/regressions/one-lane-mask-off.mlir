// why:    as one-lane-mask.mlir, but the only lane is off, so that the padding is read
// run:    validate %after
// expect: refuted
func.func @repeated(%A: tensor<4xf32>, %i: index) -> vector<3xf32> {
  %zero = arith.constant 0.0 : f32
  %r = vector.transfer_read %A[%i], %zero {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : tensor<4xf32>, vector<3xf32>
  return %r : vector<3xf32>
}
