func.func @jacobi(%A: memref<2x?xf32>, %T: index) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c1 : memref<2x?xf32>
  affine.for %t = 0 to affine_map<()[s0] -> (s0 floordiv 2)>()[%T] {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[0, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[0, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[1, %i] : memref<2x?xf32>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[1, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[1, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[0, %i] : memref<2x?xf32>
    }
  }
  affine.if affine_set<()[s0] : (s0 >= 0, s0 mod 2 - 1 == 0)>()[%T] {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[0, %i - 1] : memref<2x?xf32>
      %b = affine.load %A[0, %i + 1] : memref<2x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[1, %i] : memref<2x?xf32>
    }
  }
  return
}
