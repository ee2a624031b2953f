// why:    no iteration runs (5 to 5, 8 to 3, and 4 to n for n <= 4), so even a prefix sum may be reversed and marked parallel
// run:    check --transform "reverse(i); parallelize(i)"
// expect: proved
// run:    check --transform "reverse(i_1); parallelize(i_1)"
// expect: proved
// run:    check --transform "reverse(i_2); parallelize(i_2)" --assume "n <= 4"
// expect: proved
// run:    check --transform "reverse(i_2)"
// expect: refuted
func.func @bound_zero_trip(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 5 to 5 {
    %a = affine.load %A[%i] : memref<?xf32>
    %a1 = affine.load %A[%i - 1] : memref<?xf32>
    %sum = arith.addf %a, %a1 : f32
    affine.store %sum, %A[%i] : memref<?xf32>
  }
  affine.for %i = 8 to 3 {
    %a = affine.load %A[%i] : memref<?xf32>
    %a1 = affine.load %A[%i - 1] : memref<?xf32>
    %sum = arith.addf %a, %a1 : f32
    affine.store %sum, %A[%i] : memref<?xf32>
  }
  affine.for %i = 4 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %a1 = affine.load %A[%i - 1] : memref<?xf32>
    %sum = arith.addf %a, %a1 : f32
    affine.store %sum, %A[%i] : memref<?xf32>
  }
  return
}
