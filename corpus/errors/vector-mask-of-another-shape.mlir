// why:    the mask has the lanes of the operation inside it, as MLIR's verifier asks; a pair with another one was proved, and a run called that a fault of ours (found by the red team)
// run:    parse
// expect: error
func.func @nothing(%A: tensor<4xf32>) -> vector<3xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = vector.constant_mask [0] : vector<1xi1>
  %r = vector.mask %m { vector.transfer_read %A[%c0], %zero {in_bounds = [true]} : tensor<4xf32>, vector<3xf32> } : vector<1xi1> -> vector<3xf32>
  return %r : vector<3xf32>
}
