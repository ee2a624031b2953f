// why:    rationale, affine relations: a function says which elements it reads
// run:    relations
// expect: ok
// run:    deps --func products
// expect: ok

// Two elements: d0 <= r0 <= d0 + 1.
##pair = (d0) -> (r0) : r0 - d0 >= 0, d0 - r0 + 1 >= 0

func.func @product(%A: memref<128xf32>, %pos: index) -> f32
  reads: {%A ##pair(%pos)}
  writes: /* empty */
  may_reads: /* empty */
  may_writes: /* empty */ {
  %at = memref.load %A[%pos] : memref<128xf32>
  %c1 = arith.constant 1 : index
  %next = arith.addi %pos, %c1 : index
  %after = memref.load %A[%next] : memref<128xf32>
  %p = arith.mulf %at, %after : f32
  return %p : f32
}

func.func @products(%A: memref<128xf32>, %B: memref<127xf32>) {
  affine.for %i = 0 to 127 {
    %p = func.call @product(%A, %i) : (memref<128xf32>, index) -> f32
    affine.store %p, %B[%i] : memref<127xf32>
  }
  return
}
