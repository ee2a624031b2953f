// why:    only full rows of eight are added
// run:    validate %after
// expect: refuted
func.func @total(%x: memref<?xf32>, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %out[] : memref<f32>
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %s = affine.load %out[] : memref<f32>
    %r = arith.addf %s, %a : f32
    affine.store %r, %out[] : memref<f32>
  }
  return
}
