func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to affine_map<()[s0,s1,s2] -> ((s0 floordiv s1) * s2)>()[%n,%m,%k] {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
