// why:    the divisions of a tiled loop are those of the loop
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %y = affine.load %B[%i] : memref<?xi32>
    %q = arith.divsi %x, %y : i32
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}
