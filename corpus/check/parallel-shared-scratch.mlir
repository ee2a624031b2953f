// why:    the scratch cell belongs to the caller, so all iterations share it (war and waw at every distance): a race
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "tile(i=4)"
// expect: proved
func.func @parallel_shared_scratch(%A: memref<?xf32>, %B: memref<?xf32>, %scratch: memref<f32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
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
