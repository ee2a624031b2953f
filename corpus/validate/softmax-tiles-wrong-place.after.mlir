func.func @rows(%a: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %m = tensor.dim %a, %c1 : tensor<?x?xf32>
  %r = scf.for %t = %c0 to %n step %c16 iter_args(%x = %c) -> (tensor<?x?xf32>) {
    %s = affine.min affine_map<(d0, d1) -> (d1 - d0, 16)>(%t, %n)
    %in = tensor.extract_slice %a[%t, 0] [%s, %m] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    %out = tensor.extract_slice %x[%t, 0] [%s, %m] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    %q = scf.for %u = %c0 to %s step %c3 iter_args(%y = %out) -> (tensor<?x?xf32>) {
      %k = affine.min affine_map<(d0, d1) -> (d1 - d0, 3)>(%u, %s)
      %i = tensor.extract_slice %in[%u, 0] [%k, %m] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %o = tensor.extract_slice %y[0, 0] [%k, %m] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %p = linalg.softmax dimension(1) ins(%i : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
      %z = tensor.insert_slice %p into %y[0, 0] [%k, %m] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
      scf.yield %z : tensor<?x?xf32>
    }
    %w = tensor.insert_slice %q into %x[%t, 0] [%s, %m] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
    scf.yield %w : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}
