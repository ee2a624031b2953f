// RUN: polyvet validate %s --pass 'mlir-opt --affine-loop-tile=tile-size=8' | FileCheck %s
// CHECK: proved: @scale

func.func @scale(%A: memref<?x?xf32>, %n: index, %m: index, %c: f32) {
  // polyvet: assume n >= 1 and m >= 1
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.mulf %a, %c : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
