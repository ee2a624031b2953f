// why:    two views of a buffer that overlap, one of them strided: what both show, what either, what one alone, and tiles
// run:    map --view %top --view %bottom
// expect: ok
// run:    map --view %top --view %odd
// expect: ok
// run:    map --view %row --view %pair
// expect: ok
// run:    map --view %top --tile 4,3
// expect: ok
// run:    map --view %left
// expect: error
func.func @views_as_sets(%A: memref<16x?xf32>, %n: index) {
  %top = memref.subview %A[2, 0] [8, 8] [1, 1] : memref<16x?xf32> to memref<8x8xf32, strided<[?, 1], offset: ?>>
  %bottom = memref.subview %A[6, 4] [6, 8] [1, 1] : memref<16x?xf32> to memref<6x8xf32, strided<[?, 1], offset: ?>>
  %odd = memref.subview %A[1, 0] [8, 4] [2, 1] : memref<16x?xf32> to memref<8x4xf32, strided<[?, 1], offset: ?>>
  affine.for %i = 0 to 4 {
    %row = memref.subview %A[%i, 0] [1, %n] [1, 1] : memref<16x?xf32> to memref<1x?xf32, strided<[?, 1], offset: ?>>
    %pair = memref.subview %A[%i, 4] [2, 4] [1, 1] : memref<16x?xf32> to memref<2x4xf32, strided<[?, 1], offset: ?>>
  }
  return
}
