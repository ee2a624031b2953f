// why:    three loops over %i are i, i_1 and i_2 in scripts; only the second carries a dependence, distance 1
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "parallelize(i_1)"
// expect: refuted
// run:    check --transform "parallelize(i_2)"
// expect: proved
func.func @several_loops_unique_names(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    %prod = arith.mulf %two, %b : f32
    affine.store %prod, %A[%i] : memref<?xf32>
  }
  affine.for %i = 1 to %n {
    %b = affine.load %B[%i - 1] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %sum = arith.addf %b, %a : f32
    affine.store %sum, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %sum = arith.addf %a, %b : f32
    affine.store %sum, %C[%i] : memref<?xf32>
  }
  return
}
