func.func @axpb(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: f32) {
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
    %first = affine.load %x[0] : memref<?xf32>
    %last = affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] iter_args(%a = %first) -> (f32) {
      %next = affine.load %x[%i + 1] : memref<?xf32>
      %s = arith.mulf %a, %f : f32
      affine.store %s, %y[%i] : memref<?xf32>
      affine.yield %next : f32
    }
    %s = arith.mulf %last, %f : f32
    affine.store %s, %y[symbol(%n) - 1] : memref<?xf32>
  }
  return
}
