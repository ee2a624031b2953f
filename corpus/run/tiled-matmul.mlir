// why:    tiles of 2 by 3 with smaller ones at the edges, cut out of tensors and put back, give what the whole gives
// run:    run --param A.0=3 --param A.1=4 --param B.0=4 --param B.1=5
// expect: ok
func.func @tiled(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %A, %c0 : tensor<?x?xf32>
  %k = tensor.dim %A, %c1 : tensor<?x?xf32>
  %n = tensor.dim %B, %c1 : tensor<?x?xf32>
  %raw = tensor.empty(%m, %n) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%raw : tensor<?x?xf32>) -> tensor<?x?xf32>
  %tiles = scf.for %i = %c0 to %m step %c2 iter_args(%rows = %init) -> (tensor<?x?xf32>) {
    %mi = affine.min affine_map<(d0)[s0] -> (2, s0 - d0)>(%i)[%m]
    %row = scf.for %j = %c0 to %n step %c3 iter_args(%acc = %rows) -> (tensor<?x?xf32>) {
      %nj = affine.min affine_map<(d0)[s0] -> (3, s0 - d0)>(%j)[%n]
      %a = tensor.extract_slice %A[%i, 0] [%mi, %k] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %b = tensor.extract_slice %B[0, %j] [%k, %nj] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %c = tensor.extract_slice %acc[%i, %j] [%mi, %nj] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %d = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
      %next = tensor.insert_slice %d into %acc[%i, %j] [%mi, %nj] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
      scf.yield %next : tensor<?x?xf32>
    }
    scf.yield %row : tensor<?x?xf32>
  }
  %whole = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %tiles, %whole : tensor<?x?xf32>, tensor<?x?xf32>
}
