func.func @fill(%n: i32, %A: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  %0 = arith.index_cast %n : i32 to index
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%0] step 4 {
    affine.store %one, %A[%i] : memref<?xf32>
    affine.store %one, %A[%i + 1] : memref<?xf32>
    affine.store %one, %A[%i + 2] : memref<?xf32>
    affine.store %one, %A[%i + 3] : memref<?xf32>
  }
  affine.for %i = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%0] to %0 {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  return
}
