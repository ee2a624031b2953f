// why:    nobody says that the size of the tiles is positive, and a loop by 0 is undefined
// run:    validate %after
// expect: refuted
func.func @scale(%A: memref<?xf32>, %n: index, %s: index, %f: f32) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %f : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}
