func.func @f(%x: f32, %A: memref<1xi32>) {
  %0 = arith.bitcast %x : f32 to i32
  affine.store %0, %A[0] : memref<1xi32>
  return
}
