// why:    tiles of space inside the loop over time
// run:    validate %after --assume "s >= 1"
// expect: proved
func.func @smooth(%A: memref<?xf32>, %n: index, %t: index, %s: index) {
  affine.for %k = 0 to %t {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i] : memref<?xf32>
      %z = affine.load %A[%i + 1] : memref<?xf32>
      %y = arith.mulf %x, %z : f32
      affine.store %y, %A[%i] : memref<?xf32>
    }
  }
  return
}
