#map = affine_map<()[s0, s1] -> (s0 + s1)>
#map1 = affine_map<()[s0, s1] -> (s0 + s1 + 4)>
func.func @joined(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
  %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
  %dim_1 = tensor.dim %arg1, %c0 : tensor<?x?xf32>
  %dim_2 = tensor.dim %arg1, %c1 : tensor<?x?xf32>
  %0 = affine.apply #map()[%dim_0, %dim_2]
  %dim_3 = tensor.dim %arg2, %c0 : tensor<?x4xf32>
  %1 = affine.apply #map1()[%dim_0, %dim_2]
  %2 = tensor.empty(%dim, %1) : tensor<?x?xf32>
  %inserted_slice = tensor.insert_slice %arg0 into %2[0, 0] [%dim, %dim_0] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  %inserted_slice_4 = tensor.insert_slice %arg1 into %inserted_slice[0, %dim_0] [%dim_1, %dim_2] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  %inserted_slice_5 = tensor.insert_slice %arg2 into %inserted_slice_4[0, %dim_0] [%dim_3, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  return %inserted_slice_5 : tensor<?x?xf32>
}
