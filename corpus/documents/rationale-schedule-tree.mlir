// why:    rationale, schedule trees: a tiled product whose tiles go through a scratchpad; the tree gives each part its time
// run:    relations
// expect: ok
// run:    check --schedule examples/staged.mldim
// expect: proved
##tile = (d0, d1) -> (r0, r1) : r0 - 8 * d0 >= 0, 8 * d0 + 7 - r0 >= 0, r1 - 8 * d1 >= 0, 8 * d1 + 7 - r1 >= 0

func.func private @dma_mem_to_scratchpad(%from: memref<16x16xf32>, %to: memref<8x8xf32, 1>, %i: index, %j: index)
  reads: {%from ##tile(%i, %j)}
  writes: {%to}
func.func private @dma_scratchpad_to_mem(%from: memref<8x8xf32, 1>, %to: memref<16x16xf32>, %i: index, %j: index)
  reads: {%from}
  writes: {%to ##tile(%i, %j)}

func.func @matmul(%A: memref<16x16xf32>, %B: memref<16x16xf32>, %C: memref<16x16xf32>) {
  %a = memref.alloc() : memref<8x8xf32, 1>
  %b = memref.alloc() : memref<8x8xf32, 1>
  %c = memref.alloc() : memref<8x8xf32, 1>
  affine.for %i0 = 0 to 2 {
    affine.for %j0 = 0 to 2 {
      func.call @dma_mem_to_scratchpad(%C, %c, %i0, %j0) : (memref<16x16xf32>, memref<8x8xf32, 1>, index, index) -> ()
      affine.for %k0 = 0 to 2 {
        func.call @dma_mem_to_scratchpad(%A, %a, %i0, %k0) : (memref<16x16xf32>, memref<8x8xf32, 1>, index, index) -> ()
        func.call @dma_mem_to_scratchpad(%B, %b, %k0, %j0) : (memref<16x16xf32>, memref<8x8xf32, 1>, index, index) -> ()
        affine.for %i = 0 to 8 {
          affine.for %j = 0 to 8 {
            affine.for %k = 0 to 8 {
              %x = affine.load %a[%i, %k] : memref<8x8xf32, 1>
              %y = affine.load %b[%k, %j] : memref<8x8xf32, 1>
              %old = affine.load %c[%i, %j] : memref<8x8xf32, 1>
              %p = arith.mulf %x, %y : f32
              %new = arith.addf %old, %p : f32
              affine.store %new, %c[%i, %j] : memref<8x8xf32, 1>
            }
          }
        }
      }
      func.call @dma_scratchpad_to_mem(%c, %C, %i0, %j0) : (memref<8x8xf32, 1>, memref<16x16xf32>, index, index) -> ()
    }
  }
  return
}
