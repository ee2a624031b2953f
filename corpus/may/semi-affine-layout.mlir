// why:    a product of two symbols has no affine model until one of them is a number
// run:    relations
// expect: ok
// run:    relations --param ld=16
// expect: ok
func.func @semi_affine_layout(%A: memref<?xf32>, %m: index, %ld: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {
    affine.for %j = 0 to 8 {
      affine.store %zero, %A[%i * symbol(%ld) + %j] : memref<?xf32>
    }
  }
  return
}
