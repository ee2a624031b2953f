// why:    a prefetch does nothing, so it must not keep the refutation of an illegal schedule from being replayed
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @f(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  memref.prefetch %A[%c0], read, locality<3>, data : memref<?xf32>
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
