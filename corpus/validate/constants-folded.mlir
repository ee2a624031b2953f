// why:    operations on constants become constants
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xf32>, %n: index) {
  %two = arith.constant 2.0 : f32
  %half = arith.constant 0.25 : f32
  affine.for %i = 0 to %n {
    %c = arith.addf %two, %half : f32
    %d = arith.mulf %c, %two : f32
    %a = affine.load %A[%i] : memref<?xf32>
    %r = arith.mulf %a, %d : f32
    affine.store %r, %A[%i] : memref<?xf32>
  }
  return
}
