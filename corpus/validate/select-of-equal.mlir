// why:    both branches of a choice are the same value
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %zero = arith.constant 0.0 : f32
    %c = arith.cmpf olt, %a, %zero : f32
    %r = arith.select %c, %a, %a : f32
    affine.store %r, %B[%i] : memref<?xf32>
  }
  return
}
