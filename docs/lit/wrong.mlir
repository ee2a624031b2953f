// RUN: not polyvet validate %s %S/Inputs/wrong.after.mlir | FileCheck %s
// CHECK: refuted: @shift
// CHECK: the first operation that differs
// CHECK: replayed with

func.func @shift(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
