// why:    each iteration of an scf.forall transposes a tile and inserts it; together they are the transpose
// run:    run
// expect: ok
func.func @transpose(%A: tensor<4x6xi32>) -> tensor<6x4xi32> {
  %raw = tensor.empty() : tensor<6x4xi32>
  %out = scf.forall (%i, %j) = (0, 0) to (4, 6) step (2, 3) shared_outs(%o = %raw) -> (tensor<6x4xi32>) {
    %tile = tensor.extract_slice %A[%i, %j] [2, 3] [1, 1] : tensor<4x6xi32> to tensor<2x3xi32>
    %place = tensor.extract_slice %o[%j, %i] [3, 2] [1, 1] : tensor<6x4xi32> to tensor<3x2xi32>
    %turned = linalg.transpose ins(%tile : tensor<2x3xi32>) outs(%place : tensor<3x2xi32>) permutation = [1, 0]
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %turned into %o[%j, %i] [3, 2] [1, 1] : tensor<3x2xi32> into tensor<6x4xi32>
    }
  }
  return %out : tensor<6x4xi32>
}
