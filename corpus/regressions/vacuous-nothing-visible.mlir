// why:    a function that shows nothing to anybody is equal to any other one: the proof says that it is about nothing
// run:    validate %after --func silent
// expect: vacuous
// run:    validate %after --func loud
// expect: proved
func.func @silent(%n: index) {
  %B = memref.alloc() : memref<4xf32>
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %c, %B[%i] : memref<4xf32>
  }
  return
}
func.func @loud(%n: index, %A: memref<4xf32>) {
  %B = memref.alloc() : memref<4xf32>
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %c, %B[%i] : memref<4xf32>
  }
  %x = affine.load %B[0] : memref<4xf32>
  affine.store %x, %A[0] : memref<4xf32>
  return
}
