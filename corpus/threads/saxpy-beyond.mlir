// why:    the last block without the condition: threads beyond the last element are out of bounds
// run:    validate %after
// expect: refuted
func.func @saxpy(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) {
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf32>
    %v = affine.load %y[%i] : memref<?xf32>
    %p = arith.mulf %u, %a : f32
    %s = arith.addf %v, %p : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  return
}
