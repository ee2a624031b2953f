func.func @squares(%lhs: tensor<8x10xf32>, %rhs: tensor<10x16xf32>, %init: tensor<8x16xf32>, %out: tensor<8x16xf32>)
    -> tensor<8x16xf32> {
  %0 = scf.forall (%i, %j) in (4, 2) shared_outs(%shared = %out) -> (tensor<8x16xf32>) {
    %3 = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %4 = affine.apply affine_map<(d0) -> (d0 * 8)>(%j)
    %lhs_slice = tensor.extract_slice %lhs[%3, 0] [2, 10] [1, 1] : tensor<8x10xf32> to tensor<2x10xf32>
    %rhs_slice = tensor.extract_slice %rhs[0, %4] [10, 8] [1, 1] : tensor<10x16xf32> to tensor<10x8xf32>
    %result_slice = tensor.extract_slice %init[%3, %4] [2, 8] [1, 1] : tensor<8x16xf32> to tensor<2x8xf32>
    %partial = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                       affine_map<(i, j, k) -> (k, j)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]
    } ins(%lhs_slice, %rhs_slice : tensor<2x10xf32>, tensor<10x8xf32>)
      outs(%result_slice : tensor<2x8xf32>) {
    ^bb0(%lhs_one: f32, %rhs_one: f32, %init_one: f32):
      %5 = arith.mulf %lhs_one, %rhs_one : f32
      %6 = arith.addf %init_one, %5 : f32
      linalg.yield %6 : f32
    } -> tensor<2x8xf32>
    %shared_slice = tensor.extract_slice %shared[%3, %4] [2, 8] [1, 1] : tensor<8x16xf32> to tensor<2x8xf32>
    %elemwise = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%partial : tensor<2x8xf32>)
      outs(%shared_slice : tensor<2x8xf32>) {
    ^bb0(%in: f32, %old: f32):
      %7 = arith.mulf %in, %in : f32
      linalg.yield %7 : f32
    } -> tensor<2x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %elemwise into %shared[%3, %4] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<8x16xf32>
    }
  }
  return %0 : tensor<8x16xf32>
}
