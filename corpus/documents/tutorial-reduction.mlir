// why:    tutorial, reduction: the sum of the lanes
// run:    relations
// expect: ok
// run:    validate corpus/documents/tutorial-reduction.after.mlir
// expect: proved-reassociated
func.func @reduction(%0: vector<8xf32>) -> f32 {
  %1 = vector.reduction <add>, %0 : vector<8xf32> into f32
  return %1 : f32
}
