func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %p = arith.cmpi sgt, %a, %z : i32
    scf.if %p {
      %d = affine.load %A[%i + 1] : memref<16xi32>
      affine.store %a, %B[%i] : memref<16xi32>
    }
  }
  return
}
