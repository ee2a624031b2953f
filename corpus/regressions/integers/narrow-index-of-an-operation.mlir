// why:    the index of a structured operation cut to 8 bits
// run:    validate %after
// expect: refuted
func.func @f(%A: tensor<300xindex>) -> tensor<300xindex> {

  %r = linalg.generic {indexing_maps=[affine_map<(d0)->(d0)>],iterator_types=["parallel"]} outs(%A: tensor<300xindex>) {
^bb0(%o: index):
 %i = linalg.index 0 : index
 %t = arith.index_cast %i : index to i8
 %u = arith.index_castui %t : i8 to index
 linalg.yield %u : index } -> tensor<300xindex>
 return %r : tensor<300xindex>
}
