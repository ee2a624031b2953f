func.func @main(%n: index, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %other = arith.cmpi ne, %n, %c1 : index
  %r = scf.if %other -> (tensor<4xf32>) {
    %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) {
    ^bb0(%x: f32, %out: f32):
      %s = arith.addf %x, %out : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
