// why:    mlir-opt 22.1.8 --canonicalize takes a masked reduction over an extent of one for a selection, and gives what was masked out in the place of the accumulator. Found in MLIR's own tests (Vector/canonicalize.mlir, vector_multi_reduction_scalable).
// run:    validate %after
// expect: refuted
func.func @sum(%x: vector<2x1xf32>, %acc: vector<2xf32>, %m: vector<2x1xi1>) -> vector<2xf32> {
  %r = vector.mask %m { vector.multi_reduction <add>, %x, %acc [1] : vector<2x1xf32> to vector<2xf32> } : vector<2x1xi1> -> vector<2xf32>
  return %r : vector<2xf32>
}
