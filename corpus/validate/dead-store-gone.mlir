// why:    a store that a later one hides is dropped
// run:    validate %after
// expect: proved
func.func @twice(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %y[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    affine.store %a, %y[%i] : memref<?xf32>
  }
  return
}
