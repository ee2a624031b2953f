// why:    the scratch cell is allocated in the loop body, one per iteration, so iterations share nothing
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: proved
func.func @parallel_own_scratch(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %scratch = memref.alloca() : memref<f32>
    %a = affine.load %A[%i] : memref<?xf32>
    %a1 = affine.load %A[%i] : memref<?xf32>
    %prod = arith.mulf %a, %a1 : f32
    affine.store %prod, %scratch[] : memref<f32>
    %scratchv = affine.load %scratch[] : memref<f32>
    %a2 = affine.load %A[%i] : memref<?xf32>
    %sum = arith.addf %scratchv, %a2 : f32
    affine.store %sum, %B[%i] : memref<?xf32>
  }
  return
}
