// why:    one affine.parallel with two loops and no dependence: both stay parallel in either nesting, reversed or tiled
// run:    check --transform "interchange(i, j)"
// expect: proved
// run:    check --transform "tile(i=4, j=4)"
// expect: proved
// run:    check --transform "reverse(i); reverse(j)"
// expect: proved
func.func @affine_parallel_both(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), symbol(%m)) {
    %a = affine.load %A[%i, %j] : memref<?x?xf32>
    %square = arith.mulf %a, %a : f32
    affine.store %square, %B[%i, %j] : memref<?x?xf32>
  }
  return
}
