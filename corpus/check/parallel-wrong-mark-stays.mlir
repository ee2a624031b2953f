// why:    the order after two reversals is the old one, but the mark on i, which carries distance 1, still claims a race is none
// run:    check --transform "parallelize(i); reverse(i); reverse(i)"
// expect: refuted
func.func @parallel_wrong_mark_stays(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %half = arith.constant 0.5 : f32
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %prod = arith.mulf %half, %a : f32
    affine.store %prod, %A[%i] : memref<?xf32>
  }
  return
}
