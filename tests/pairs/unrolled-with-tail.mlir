// Two iterations at a time, then the odd one.
func.func @before(%A: memref<7xf32>, %B: memref<7xf32>) {
  affine.for %i = 0 to 7 {
    %a = affine.load %A[%i] : memref<7xf32>
    %b = affine.load %B[%i] : memref<7xf32>
    %q = arith.divf %a, %b : f32
    affine.store %q, %B[%i] : memref<7xf32>
  }
  return
}
func.func @after(%A: memref<7xf32>, %B: memref<7xf32>) {
  affine.for %i = 0 to 6 step 2 {
    %a = affine.load %A[%i] : memref<7xf32>
    %b = affine.load %B[%i] : memref<7xf32>
    %q = arith.divf %a, %b : f32
    affine.store %q, %B[%i] : memref<7xf32>
    %a1 = affine.load %A[%i + 1] : memref<7xf32>
    %b1 = affine.load %B[%i + 1] : memref<7xf32>
    %q1 = arith.divf %a1, %b1 : f32
    affine.store %q1, %B[%i + 1] : memref<7xf32>
  }
  %a = affine.load %A[6] : memref<7xf32>
  %b = affine.load %B[6] : memref<7xf32>
  %q = arith.divf %a, %b : f32
  affine.store %q, %B[6] : memref<7xf32>
  return
}
