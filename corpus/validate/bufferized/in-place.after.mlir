#id = affine_map<(d0) -> (d0)>
#turned = affine_map<(d0) -> (7 - d0)>
func.func @f(%A: memref<8xf32>) -> memref<8xf32> {
  %b = memref.alloc() : memref<8xf32>
  linalg.exp ins(%A : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  return %b : memref<8xf32>
}
