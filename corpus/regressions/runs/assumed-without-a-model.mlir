// why:    without a model of the first program, runs broke what was assumed
// run:    validate %after --assume "n >= 1" --accept tested
// expect: ok
// run:    validate %after --param n=3 --accept tested
// expect: ok
// run:    validate %after
// expect: refuted
// run:    validate %after --assume "q >= 1"
// expect: error
func.func @f(%m: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %s {
    memref.store %z, %m[%i] : memref<?xf32>
  }
  return
}
