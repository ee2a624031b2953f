// why:    two reversals give back the old order of a loop that carries distance 1
// run:    check --transform "reverse(i); reverse(i)"
// expect: proved
// run:    check --transform "reverse(i); reverse(i); reverse(i)"
// expect: refuted
func.func @reverse_twice(%A: memref<?xf32>) {
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
