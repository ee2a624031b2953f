func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %s = math.fma %a, %b, %a : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
