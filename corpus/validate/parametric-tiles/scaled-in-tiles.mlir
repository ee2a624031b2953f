// why:    tiles of a size that is an argument: each element is scaled once
// run:    validate %after --assume "s >= 1"
// expect: proved
func.func @scale(%A: memref<?xf32>, %n: index, %s: index, %f: f32) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %f : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}
