// why:    rationale, external functions: what a library and a transfer to other memory touch
// run:    relations
// expect: ok
// run:    deps
// expect: ok
##all = ()[s0] -> (r0, r1) : 0 <= r0 <= 1023, 0 <= r1 <= s0 - 1
##line = () -> (r0) : 0 <= r0 <= 1023

func.func private @reduce_ffi(%M: memref<1024x?xf32>, %columns: index) -> f32 [
  reads: {%M, ##all()[%columns]}
  writes: /* empty */
  may_reads: /* empty */
  may_writes: /* empty */
]

func.func private @dma_to_scratchpad(%a: memref<1024xf32>, %b: memref<1024xf32, 1>) [
  reads: {%a, ##line()}
  writes: {%b, ##line()}
  may_reads: /* empty */
  may_writes: /* empty */
]

func.func @staged(%M: memref<1024x?xf32>, %a: memref<1024xf32>, %sums: memref<8xf32>, %n: index) {
  %scratch = memref.alloc() : memref<1024xf32, 1>
  affine.for %i = 0 to 8 {
    func.call @dma_to_scratchpad(%a, %scratch) : (memref<1024xf32>, memref<1024xf32, 1>) -> ()
    %s = func.call @reduce_ffi(%M, %n) : (memref<1024x?xf32>, index) -> f32
    affine.store %s, %sums[%i] : memref<8xf32>
  }
  return
}
