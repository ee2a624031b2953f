func.func @f(%A: memref<9xi32>, %B: memref<9xi32>, %C: memref<9xi32>, %n: index) {
  %z = arith.constant 0 : i32
  affine.parallel (%i) = (1) to (8) {
    %x0 = affine.load %B[%i - 1] : memref<9xi32>
    %x1 = affine.load %B[%i + 0] : memref<9xi32>
    %s = arith.addi %x0, %x1 : i32
    %c = arith.cmpi eq, %x1, %x1 : i32
    scf.if %c {
      %dead = affine.load %A[%i + 1] : memref<9xi32>
      affine.store %x0, %A[%i + 0] : memref<9xi32>
      affine.store %z, %C[%i + 1] : memref<9xi32>
    }
  }
  return
}
