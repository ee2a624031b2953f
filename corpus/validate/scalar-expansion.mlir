// why:    a scalar buffer that every iteration overwrites becomes an array, so that the loop can be split
// run:    validate %after
// expect: proved
func.func @square_sum(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %s = arith.mulf %a, %a : f32
    affine.store %s, %t[] : memref<f32>
    %b = affine.load %t[] : memref<f32>
    %c = affine.load %y[%i] : memref<?xf32>
    %r = arith.addf %b, %c : f32
    affine.store %r, %y[%i] : memref<?xf32>
  }
  return
}
