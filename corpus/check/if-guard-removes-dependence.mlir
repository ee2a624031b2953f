// why:    distance 1 from i = 3 to i = 4 is the only candidate, and the guards let i <= 2 write and i >= 4 read
// run:    check --transform "reverse(i)"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: proved
func.func @if_guard_removes_dependence(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 1 to %n {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      %b = affine.load %B[%i] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
    affine.if affine_set<(i) : (i - 4 >= 0)>(%i) {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
  }
  return
}
