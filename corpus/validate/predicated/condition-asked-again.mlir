// why:    a condition that two stores share is kept for them alone: after them it is asked in iterations that they do not have
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<16xi32>, %B: memref<16xi32>, %C: memref<16xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %p = arith.cmpi sgt, %a, %z : i32
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      scf.if %p {
        affine.store %z, %B[%i] : memref<16xi32>
        affine.store %a, %C[%i] : memref<16xi32>
      }
    }
    scf.if %p {
      affine.store %z, %A[%i] : memref<16xi32>
    }
  }
  return
}
