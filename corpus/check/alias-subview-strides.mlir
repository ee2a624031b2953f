// why:    the even cells are written and the odd ones read, both through views of stride two: the views never meet
// run:    check --transform "reverse(i)"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: proved
func.func @alias_subview_strides(%A: memref<16xf32>) {
  %even = memref.subview %A[0] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2]>>
  %odd = memref.subview %A[1] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2], offset: 1>>
  affine.for %i = 0 to 8 {
    %v = affine.load %odd[7 - %i] : memref<8xf32, strided<[2], offset: 1>>
    affine.store %v, %even[%i] : memref<8xf32, strided<[2]>>
  }
  return
}
