// why:    producer and consumer stand in different loops: moving one along its own loop never reaches the other
// run:    check --transform "shift(S0, i, 5)"
// expect: proved
// run:    check --transform "shift(S1, i_1, -5)"
// expect: proved
func.func @shift_one_loop_of_two(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %a1 = affine.load %A[%i] : memref<?xf32>
    %prod = arith.mulf %a, %a1 : f32
    affine.store %prod, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %sum = arith.addf %b, %a : f32
    affine.store %sum, %C[%i] : memref<?xf32>
  }
  return
}
