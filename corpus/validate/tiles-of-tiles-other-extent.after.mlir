#outer = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
#inner = affine_map<(d0)[s0] -> (-d0 + s0, 3)>
func.func @mm(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %M = tensor.dim %A, %c0 : tensor<?x?xf32>
  %N = tensor.dim %B, %c1 : tensor<?x?xf32>
  %K = tensor.dim %A, %c1 : tensor<?x?xf32>
  %0 = scf.for %i = %c0 to %M step %c8 iter_args(%C0 = %C) -> (tensor<?x?xf32>) {
    %1 = scf.for %j = %c0 to %N step %c8 iter_args(%C1 = %C0) -> (tensor<?x?xf32>) {
      %2 = scf.for %k = %c0 to %K step %c8 iter_args(%C2 = %C1) -> (tensor<?x?xf32>) {
        %m = affine.min #outer(%i)[%M]
        %n = affine.min #outer(%j)[%N]
        %p = affine.min #outer(%k)[%K]
        %a = tensor.extract_slice %A[%i, %k] [%m, %p] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %b = tensor.extract_slice %B[%k, %j] [%p, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %c = tensor.extract_slice %C2[%i, %j] [%m, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %3 = scf.for %ii = %c0 to %m step %c3 iter_args(%c_0 = %c) -> (tensor<?x?xf32>) {
          %4 = scf.for %jj = %c0 to %n step %c3 iter_args(%c_1 = %c_0) -> (tensor<?x?xf32>) {
            %5 = scf.for %kk = %c0 to %p step %c3 iter_args(%c_2 = %c_1) -> (tensor<?x?xf32>) {
              %mm = affine.min #inner(%ii)[%m]
              %nn = affine.min #inner(%jj)[%n]
              %pp = affine.min #inner(%kk)[%m]
              %aa = tensor.extract_slice %a[%ii, %kk] [%mm, %pp] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
              %bb = tensor.extract_slice %b[%kk, %jj] [%pp, %nn] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
              %cc = tensor.extract_slice %c_2[%ii, %jj] [%mm, %nn] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
              %6 = linalg.matmul ins(%aa, %bb : tensor<?x?xf32>, tensor<?x?xf32>) outs(%cc : tensor<?x?xf32>) -> tensor<?x?xf32>
              %7 = tensor.insert_slice %6 into %c_2[%ii, %jj] [%mm, %nn] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
              scf.yield %7 : tensor<?x?xf32>
            }
            scf.yield %5 : tensor<?x?xf32>
          }
          scf.yield %4 : tensor<?x?xf32>
        }
        %8 = tensor.insert_slice %3 into %C2[%i, %j] [%m, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
        scf.yield %8 : tensor<?x?xf32>
      }
      scf.yield %2 : tensor<?x?xf32>
    }
    scf.yield %1 : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
