// why:    primitive operations, map: a generic operation, and the same as a map in the spelling proposed
// run:    relations
// expect: ok
func.func @as_generic(%lhs: tensor<10xf32>, %rhs: tensor<10xf32>, %out: tensor<10xf32>) -> tensor<10xf32> {
  %add = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>,
                       affine_map<(d0) -> (d0)>,
                       affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%lhs, %rhs : tensor<10xf32>, tensor<10xf32>)
      outs(%out : tensor<10xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %0 = arith.addf %l, %r : f32
    linalg.yield %0 : f32
  } -> tensor<10xf32>
  return %add : tensor<10xf32>
}

func.func @as_map(%lhs: tensor<10xf32>, %rhs: tensor<10xf32>, %out: tensor<10xf32>) -> tensor<10xf32> {
  %add = linalg.map ins(%lhs:tensor<10xf32>, %rhs:tensor<10xf32>)
                    outs(%out:tensor<10xf32>)
  (%l: f32, %r: f32) {
    %0 = arith.addf %l, %r : f32
    linalg.yield %0 : f32
  }
  return %add : tensor<10xf32>
}
