// why:    batches share no element of any operand: they are a partition, and parallel
// run:    relations
// expect: ok
// run:    check --transform "parallelize(b)"
// expect: proved
// run:    check --transform "tile_using_forall(S0, b=2)"
// expect: proved
func.func @batches(%A: memref<4x8x?xf32>, %B: memref<4x?x8xf32>, %C: memref<4x8x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["partition", "parallel", "parallel", "reduction"]} ins(%A, %B : memref<4x8x?xf32>, memref<4x?x8xf32>) outs(%C : memref<4x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}
