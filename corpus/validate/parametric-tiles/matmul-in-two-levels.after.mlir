#size = affine_map<(d0)[s0, s1] -> (s0 - d0, s1)>
func.func @mm(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>, %s: index, %t: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.addi %s, %c1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf32>
  %n = tensor.dim %B, %c1 : tensor<?x?xf32>
  %l = tensor.dim %A, %c1 : tensor<?x?xf32>
  %ir0 = scf.for %i0 = %c0 to %m step %s iter_args(%ic0 = %C) -> (tensor<?x?xf32>) {
    %jr0 = scf.for %j0 = %c0 to %n step %s iter_args(%jc0 = %ic0) -> (tensor<?x?xf32>) {
      %kr0 = scf.for %k0 = %c0 to %l step %s iter_args(%kc0 = %jc0) -> (tensor<?x?xf32>) {
        %ie0 = affine.min #size(%i0)[%m, %s]
        %je0 = affine.min #size(%j0)[%n, %s]
        %ke0 = affine.min #size(%k0)[%l, %s]
        %a0 = tensor.extract_slice %A[%i0, %k0] [%ie0, %ke0] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %b0 = tensor.extract_slice %B[%k0, %j0] [%ke0, %je0] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %c_0 = tensor.extract_slice %kc0[%i0, %j0] [%ie0, %je0] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %ir1 = scf.for %i1 = %c0 to %ie0 step %t iter_args(%ic1 = %c_0) -> (tensor<?x?xf32>) {
          %jr1 = scf.for %j1 = %c0 to %je0 step %t iter_args(%jc1 = %ic1) -> (tensor<?x?xf32>) {
            %kr1 = scf.for %k1 = %c0 to %ke0 step %t iter_args(%kc1 = %jc1) -> (tensor<?x?xf32>) {
              %ie1 = affine.min #size(%i1)[%ie0, %t]
              %je1 = affine.min #size(%j1)[%je0, %t]
              %ke1 = affine.min #size(%k1)[%ke0, %t]
              %a1 = tensor.extract_slice %a0[%i1, %k1] [%ie1, %ke1] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
              %b1 = tensor.extract_slice %b0[%k1, %j1] [%ke1, %je1] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
              %c_1 = tensor.extract_slice %kc1[%i1, %j1] [%ie1, %je1] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
              %mm = linalg.matmul ins(%a1, %b1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c_1 : tensor<?x?xf32>) -> tensor<?x?xf32>
              %w0 = tensor.insert_slice %mm into %kc1[%i1, %j1] [%ie1, %je1] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
              scf.yield %w0 : tensor<?x?xf32>
            }
            scf.yield %kr1 : tensor<?x?xf32>
          }
          scf.yield %jr1 : tensor<?x?xf32>
        }
        %w1 = tensor.insert_slice %ir1 into %kc0[%i0, %j0] [%ie0, %je0] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
        scf.yield %w1 : tensor<?x?xf32>
      }
      scf.yield %kr0 : tensor<?x?xf32>
    }
    scf.yield %jr0 : tensor<?x?xf32>
  }
  return %ir0 : tensor<?x?xf32>
}
