func.func @total(%x: memref<?xf32>, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %parts = memref.alloc() : memref<8xf32>
  affine.parallel (%p) = (0) to (8) {
    affine.store %zero, %parts[0] : memref<8xf32>
    affine.for %b = 0 to affine_map<(d0)[s0] -> ((s0 - d0 + 7) floordiv 8)>(%p)[%n] {
      %a = affine.load %x[8 * %b + %p] : memref<?xf32>
      %s = affine.load %parts[0] : memref<8xf32>
      %r = arith.addf %s, %a : f32
      affine.store %r, %parts[0] : memref<8xf32>
    }
  }
  affine.store %zero, %out[] : memref<f32>
  affine.for %p = 0 to 8 {
    %a = affine.load %parts[0] : memref<8xf32>
    %s = affine.load %out[] : memref<f32>
    %r = arith.addf %s, %a : f32
    affine.store %r, %out[] : memref<f32>
  }
  return
}
