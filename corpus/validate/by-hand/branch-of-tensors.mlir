// why:    a branch that gives tensors: which one is known for each size
// run:    validate %after
// expect: proved
func.func @main(%n: index, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %one = arith.cmpi eq, %n, %c1 : index
  %t = scf.if %one -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%x: f32, %out: f32):
      linalg.yield %x : f32
    } -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  %r = linalg.add ins(%t, %b : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
