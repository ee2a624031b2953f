// why:    a running maximum may be taken in any order, integer or float, but not by iterations that race for its cell
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "reverse(i_1)"
// expect: proved-reassociated
func.func @reduction_maximum(%A: memref<?xi32>, %best: memref<i32>, %B: memref<?xf32>, %peak: memref<f32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %bestv = affine.load %best[] : memref<i32>
    %a = affine.load %A[%i] : memref<?xi32>
    %max = arith.maxsi %bestv, %a : i32
    affine.store %max, %best[] : memref<i32>
  }
  affine.for %i = 0 to %n {
    %peakv = affine.load %peak[] : memref<f32>
    %b = affine.load %B[%i] : memref<?xf32>
    %max = arith.maximumf %peakv, %b : f32
    affine.store %max, %peak[] : memref<f32>
  }
  return
}
