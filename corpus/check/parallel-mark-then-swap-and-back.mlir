// why:    with (1, 1) the mark on j is wrong between the two swaps and right after them: only the final schedule counts
// run:    check --transform "interchange(i, j); parallelize(j); interchange(j, i)"
// expect: proved
func.func @parallel_mark_then_swap_and_back(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %two = arith.constant 2.0 : f32
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
      %prod = arith.mulf %two, %a : f32
      affine.store %prod, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
