// why:    a load in the branch of a guarded store leaves its array where the branch is taken, though nothing uses it
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %p = arith.cmpi sgt, %a, %z : i32
    scf.if %p {
      affine.store %a, %B[%i] : memref<16xi32>
    }
  }
  return
}
