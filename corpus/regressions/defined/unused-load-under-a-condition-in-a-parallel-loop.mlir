// why:    a branch that is taken reads what another parallel iteration writes
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<9xi32>, %B: memref<9xi32>, %C: memref<9xi32>, %n: index) {
  %z = arith.constant 0 : i32
  affine.for %i = 1 to 8 {
    %x0 = affine.load %B[%i - 1] : memref<9xi32>
    %x1 = affine.load %B[%i + 0] : memref<9xi32>
    %s = arith.addi %x0, %x1 : i32
    %c = arith.cmpi eq, %x1, %x1 : i32
    scf.if %c {
      affine.store %x0, %A[%i + 0] : memref<9xi32>
      affine.store %z, %C[%i + 1] : memref<9xi32>
    }
  }
  return
}
