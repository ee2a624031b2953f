// why:    quotients that round differently are different numbers
// run:    validate %after --accept tested
// expect: ok
func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %p = arith.divsi %n, %m : index
  affine.for %i = 0 to %p {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
