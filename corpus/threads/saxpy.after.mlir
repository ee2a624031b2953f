func.func @saxpy(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %blocks = affine.apply affine_map<()[s0] -> (s0 ceildiv 128)>()[%n]
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 128 - d1 >= 0)>(%bx, %tx)[%n] {
      %u = affine.load %x[%bx * 128 + %tx] : memref<?xf32>
      %v = affine.load %y[%bx * 128 + %tx] : memref<?xf32>
      %p = arith.mulf %u, %a : f32
      %s = arith.addf %v, %p : f32
      affine.store %s, %y[%bx * 128 + %tx] : memref<?xf32>
    }
    gpu.terminator
  }
  return
}
