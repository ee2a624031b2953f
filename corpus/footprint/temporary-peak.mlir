// why:    two buffers that are never live together: the peak is that of a run, between what is live at the ends and all
// run:    footprint
// expect: ok
// run:    footprint --param n=8
// expect: ok
func.func @temporaries(%n: index, %A: memref<?xf32>) {
  %T = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %T[%i] : memref<?xf32>
  }
  affine.for %j = 0 to %n {
    %t = affine.load %T[%j] : memref<?xf32>
    affine.store %t, %A[%j] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}
