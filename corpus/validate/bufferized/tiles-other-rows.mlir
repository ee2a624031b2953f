// why:    The inner tile of the result begins where the one of the operand does not.
// run:    validate %after
// expect: refuted
#part = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
#inner = affine_map<(d0)[s0] -> (-d0 + s0, 3)>
func.func @mm(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %M = tensor.dim %A, %c0 : tensor<?x?xf32>
  %K = tensor.dim %A, %c1 : tensor<?x?xf32>
  %r = scf.for %i = %c0 to %M step %c8 iter_args(%C0 = %C) -> (tensor<?x?xf32>) {
    %m = affine.min #part(%i)[%M]
    %N = tensor.dim %B, %c1 : tensor<?x?xf32>
    %a = tensor.extract_slice %A[%i, 0] [%m, %K] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    %c = tensor.extract_slice %C0[%i, 0] [%m, %N] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    %s = scf.for %ii = %c0 to %m step %c3 iter_args(%c_0 = %c) -> (tensor<?x?xf32>) {
      %mm = affine.min #inner(%ii)[%m]
      %aa = tensor.extract_slice %a[%ii, 0] [%mm, %K] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %cc = tensor.extract_slice %c_0[%ii, 0] [%mm, %N] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %p = linalg.matmul ins(%aa, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%cc : tensor<?x?xf32>) -> tensor<?x?xf32>
      %q = tensor.insert_slice %p into %c_0[%ii, 0] [%mm, %N] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
      scf.yield %q : tensor<?x?xf32>
    }
    %t = tensor.insert_slice %s into %C0[%i, 0] [%m, %N] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
    scf.yield %t : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}
