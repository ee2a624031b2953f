func.func @f(%A: memref<?xf32>, %f: f32, %n: index, %m: index) {
  %T = memref.alloc(%m) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %f, %A[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}
