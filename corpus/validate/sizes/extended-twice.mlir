// why:    however a size becomes an index, it is the same number
// run:    validate %after
// expect: proved
func.func @f(%n: i32, %A: memref<?xf32>, %x: f32) {
  %m = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %m {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
