func.func @f(%A: tensor<300xindex>) -> tensor<300xindex> {

  %r = linalg.generic {indexing_maps=[affine_map<(d0)->(d0)>],iterator_types=["parallel"]} outs(%A: tensor<300xindex>) {
^bb0(%o: index):
 %i = linalg.index 0 : index
 linalg.yield %i : index } -> tensor<300xindex>
 return %r : tensor<300xindex>
}
