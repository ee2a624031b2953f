// why:    sizes of type `i32`, as Polygeist makes them, were unknown values: no witness named the argument, nothing could be assumed of it
// run:    validate %after
// expect: refuted
// run:    validate %after --assume "n >= 0"
// expect: proved
// run:    validate %after --param n=8
// expect: proved
// run:    validate %after --param n=-3
// expect: refuted
func.func @fill(%n: i32, %A: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %0 {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  return
}
