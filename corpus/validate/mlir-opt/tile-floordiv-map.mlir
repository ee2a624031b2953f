// why:    semi affine slice: the slice for the floordiv subscript starts or ends at the wrong element when the tile is odd (mlir-opt 22: transform.structured.tile_using_for)
// run:    validate %after
// expect: refuted
func.func @upsample(%x: tensor<5xf32>) -> tensor<10xf32> {
  %e = tensor.empty() : tensor<10xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<5xf32>) outs(%e : tensor<10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<10xf32>
  return %r : tensor<10xf32>
}
