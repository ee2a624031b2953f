// why:    mlir-opt --canonicalize gives the only lane of a masked reduction also where the mask is off: then it is 0
// run:    validate %after
// expect: refuted
func.func @f(%v: vector<1xf32>, %m: vector<1xi1>) -> f32 {
  %r = vector.mask %m { vector.reduction <add>, %v : vector<1xf32> into f32 } : vector<1xi1> -> f32
  return %r : f32
}
