func.func @conv(%in: memref<?xf32>, %k: memref<3xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xf32>
  %cols = memref.alloc(%n) : memref<3x?xf32>
  affine.for %r = 0 to 3 {
    affine.for %i = 0 to %n {
      %a = affine.load %in[%i + %r] : memref<?xf32>
      affine.store %a, %cols[%r, %i] : memref<3x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %r = 0 to 3 {
      %a = affine.load %cols[%r, %i] : memref<3x?xf32>
      %b = affine.load %k[%r] : memref<3xf32>
      %c = affine.load %out[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %out[%i] : memref<?xf32>
    }
  }
  memref.dealloc %cols : memref<3x?xf32>
  return
}
