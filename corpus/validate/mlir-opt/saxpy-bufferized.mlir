// why:    bufferize: same memref signature, tensor code in between (mlir-opt 22: --one-shot-bufferize)
// run:    validate %after
// expect: proved
#m = affine_map<(i) -> (i)>
func.func @saxpy(%X: memref<?xf32>, %Y: memref<?xf32>, %a: f32) {
  %x = bufferization.to_tensor %X restrict : memref<?xf32> to tensor<?xf32>
  %y = bufferization.to_tensor %Y restrict writable : memref<?xf32> to tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%p: f32, %q: f32):
    %s = arith.mulf %p, %a : f32
    %t = arith.addf %q, %s : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %0 in restrict writable %Y : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}
