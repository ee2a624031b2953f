// why:    two elements are exchanged where a condition holds that is made of them: it is taken once
// run:    validate %after
// expect: proved
func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %b = affine.load %B[%i] : memref<16xi32>
    %p = arith.cmpi sgt, %a, %b : i32
    scf.if %p {
      affine.store %b, %A[%i] : memref<16xi32>
      affine.store %a, %B[%i] : memref<16xi32>
    }
  }
  return
}
