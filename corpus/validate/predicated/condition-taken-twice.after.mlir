func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %b = affine.load %B[%i] : memref<16xi32>
    %p = arith.cmpi sgt, %a, %b : i32
    scf.if %p {
      affine.store %b, %A[%i] : memref<16xi32>
    }
    %c = affine.load %A[%i] : memref<16xi32>
    %q = arith.cmpi sgt, %c, %b : i32
    scf.if %q {
      affine.store %a, %B[%i] : memref<16xi32>
    }
  }
  return
}
