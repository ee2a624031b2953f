func.func @f(%n: index, %A: memref<?xf32>) {
  affine.for %i = 1 to affine_map<()[s0] -> (((s0 - 1) floordiv 8) * 8 + 1)>()[%n] step 8 {
    %a0 = affine.load %A[%i + -1] : memref<?xf32>
    %s0 = arith.addf %a0, %a0 : f32
    affine.store %s0, %A[%i + 0] : memref<?xf32>
    %a1 = affine.load %A[%i + 0] : memref<?xf32>
    %s1 = arith.addf %a1, %a1 : f32
    affine.store %s1, %A[%i + 1] : memref<?xf32>
    %a2 = affine.load %A[%i + 1] : memref<?xf32>
    %s2 = arith.addf %a2, %a2 : f32
    affine.store %s2, %A[%i + 2] : memref<?xf32>
    %a3 = affine.load %A[%i + 2] : memref<?xf32>
    %s3 = arith.addf %a3, %a3 : f32
    affine.store %s3, %A[%i + 3] : memref<?xf32>
    %a4 = affine.load %A[%i + 3] : memref<?xf32>
    %s4 = arith.addf %a4, %a4 : f32
    affine.store %s4, %A[%i + 4] : memref<?xf32>
    %a5 = affine.load %A[%i + 4] : memref<?xf32>
    %s5 = arith.addf %a5, %a5 : f32
    affine.store %s5, %A[%i + 5] : memref<?xf32>
    %a6 = affine.load %A[%i + 5] : memref<?xf32>
    %s6 = arith.addf %a6, %a6 : f32
    affine.store %s6, %A[%i + 6] : memref<?xf32>
    %a7 = affine.load %A[%i + 6] : memref<?xf32>
    %s7 = arith.addf %a7, %a7 : f32
    affine.store %s7, %A[%i + 7] : memref<?xf32>
  }
  affine.for %i = affine_map<()[s0] -> (((s0 - 1) floordiv 8) * 8 + 1)>()[%n] to %n {
    %a0 = affine.load %A[%i + -1] : memref<?xf32>
    %s0 = arith.addf %a0, %a0 : f32
    affine.store %s0, %A[%i + 0] : memref<?xf32>
  }
  return
}
