// why:    distance (1, -1) between S0 and S1 is carried by t, so any shift along i is harmless
// run:    check --transform "shift(S1, i, 3)"
// expect: proved
// run:    check --transform "shift(S1, i, -3)"
// expect: proved
func.func @shift_with_symbolic_loop_around(%steps: index, %A: memref<?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 1 to %steps {
    affine.for %i = 0 to affine_map<()[n] -> (n - 1)>()[%n] {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %B[%t, %i] : memref<?x?xf32>
      %a1 = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %B[%t - 1, %i + 1] : memref<?x?xf32>
      %sum = arith.addf %a1, %b : f32
      affine.store %sum, %A[%i] : memref<?xf32>
    }
  }
  return
}
