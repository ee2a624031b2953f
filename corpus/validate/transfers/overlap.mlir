// why:    chunks of a transfer that overlap where they are written may come in any order
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<8xf32>) {
  %F = memref.alloc() : memref<16xf32, 1>
  affine.for %i = 0 to 16 {
    %n = arith.index_cast %i : index to i32
    %x = arith.sitofp %n : i32 to f32
    affine.store %x, %F[%i] : memref<16xf32, 1>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %F[4 * %i + %j] : memref<16xf32, 1>
      affine.store %x, %A[%i + %j] : memref<8xf32>
    }
  }
  return
}
