func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %p = affine.apply affine_map<()[s0,s1] -> (s0 floordiv s1)>()[%n,%m]
  %q = arith.muli %p, %k : index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
