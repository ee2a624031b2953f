// why:    only a war dependence, distance 1: moving cells to the left works upwards only
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @reverse_shift_left(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<()[n] -> (n - 1)>()[%n] {
    %a = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
