// why:    `mlir-opt --normalize-memrefs` of a blocked layout, which tells all elements apart
// run:    validate %after
// expect: proved
#blocks = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 4, d0 mod 4, d1 mod 4)>

func.func @blocks(%A: memref<8x8xf32>, %B: memref<8x8xf32>) {
  %T = memref.alloc() : memref<8x8xf32, #blocks>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<8x8xf32>
      affine.store %a, %T[%i, %j] : memref<8x8xf32, #blocks>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %T[%j, %i] : memref<8x8xf32, #blocks>
      affine.store %a, %B[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
