// why:    a cast is another name for the same memory: the write through %A is read through %view, distance 1
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @alias_cast_same_array(%A: memref<16xf32>) {
  %view = memref.cast %A : memref<16xf32> to memref<?xf32>
  affine.for %i = 1 to 16 {
    %left = affine.load %view[%i - 1] : memref<?xf32>
    %double = arith.addf %left, %left : f32
    affine.store %double, %A[%i] : memref<16xf32>
  }
  return
}
