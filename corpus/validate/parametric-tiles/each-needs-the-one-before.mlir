// why:    tiles in order keep the order of what they hold
// run:    validate %after --assume "s >= 1"
// expect: proved
func.func @sweep(%A: memref<?xf32>, %n: index, %s: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    %z = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %z : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}
