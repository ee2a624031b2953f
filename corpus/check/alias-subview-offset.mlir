// why:    %tail[i] is %A[i + 1]: through the view the loop looks elementwise, in memory it is a chain with distance 1
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "tile(i=4)"
// expect: proved
func.func @alias_subview_offset(%A: memref<16xf32>) {
  %tail = memref.subview %A[1] [15] [1] : memref<16xf32> to memref<15xf32, strided<[1], offset: 1>>
  affine.for %i = 0 to 15 {
    %a = affine.load %A[%i] : memref<16xf32>
    %double = arith.addf %a, %a : f32
    affine.store %double, %tail[%i] : memref<15xf32, strided<[1], offset: 1>>
  }
  return
}
