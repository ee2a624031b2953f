// why:    tutorial, buffers: the same maps in memory, and two operations in one payload
// run:    relations
// expect: ok
func.func @product(%lhs: memref<8x10xf32>, %rhs: memref<10x16xf32>, %init: memref<8x16xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                     affine_map<(i, j, k) -> (k, j)>,
                     affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%lhs, %rhs : memref<8x10xf32>, memref<10x16xf32>)
    outs(%init : memref<8x16xf32>) {
  ^bb0(%lhs_one: f32, %rhs_one: f32, %init_one: f32):
    %0 = arith.mulf %lhs_one, %rhs_one : f32
    %1 = arith.addf %init_one, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

func.func @relu(%in: memref<?xf32>, %out: memref<?xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%in : memref<?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%in_one: f32, %out_one: f32):
    %c0 = arith.constant 0.0 : f32
    %0 = arith.cmpf ogt, %in_one, %c0 : f32
    %1 = arith.select %0, %in_one, %c0 : i1, f32
    linalg.yield %1 : f32
  }
  return
}
