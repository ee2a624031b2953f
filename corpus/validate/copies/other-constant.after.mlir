func.func @f(%n: index, %m: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<()[s0] -> ((s0 floordiv 7) * 7)>()[%m] step 7 {
      %a0 = affine.load %A[%i, %j] : memref<?x?xf32>
      %b0 = affine.load %B[%j, %i] : memref<?x?xf32>
      %p0 = arith.mulf %a0, %b0 : f32
      %c0 = affine.load %C[%i] : memref<?xf32>
      %s0 = arith.addf %c0, %p0 : f32
      affine.store %s0, %C[%i] : memref<?xf32>
      %j1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%j)
      %a1 = affine.load %A[%i, %j1] : memref<?x?xf32>
      %b1 = affine.load %B[%j1, %i] : memref<?x?xf32>
      %p1 = arith.mulf %a1, %b1 : f32
      %c1 = affine.load %C[%i] : memref<?xf32>
      %s1 = arith.addf %c1, %p1 : f32
      affine.store %s1, %C[%i] : memref<?xf32>
      %j2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%j)
      %a2 = affine.load %A[%i, %j2] : memref<?x?xf32>
      %b2 = affine.load %B[%j2, %i] : memref<?x?xf32>
      %p2 = arith.mulf %a2, %b2 : f32
      %c2 = affine.load %C[%i] : memref<?xf32>
      %s2 = arith.addf %c2, %p2 : f32
      affine.store %s2, %C[%i] : memref<?xf32>
      %j3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%j)
      %a3 = affine.load %A[%i, %j3] : memref<?x?xf32>
      %b3 = affine.load %B[%j3, %i] : memref<?x?xf32>
      %p3 = arith.mulf %a3, %b3 : f32
      %c3 = affine.load %C[%i] : memref<?xf32>
      %s3 = arith.addf %c3, %p3 : f32
      affine.store %s3, %C[%i] : memref<?xf32>
      %j4 = affine.apply affine_map<(d0) -> (d0 + 3)>(%j)
      %a4 = affine.load %A[%i, %j4] : memref<?x?xf32>
      %b4 = affine.load %B[%j4, %i] : memref<?x?xf32>
      %p4 = arith.mulf %a4, %b4 : f32
      %c4 = affine.load %C[%i] : memref<?xf32>
      %s4 = arith.addf %c4, %p4 : f32
      affine.store %s4, %C[%i] : memref<?xf32>
      %j5 = affine.apply affine_map<(d0) -> (d0 + 5)>(%j)
      %a5 = affine.load %A[%i, %j5] : memref<?x?xf32>
      %b5 = affine.load %B[%j5, %i] : memref<?x?xf32>
      %p5 = arith.mulf %a5, %b5 : f32
      %c5 = affine.load %C[%i] : memref<?xf32>
      %s5 = arith.addf %c5, %p5 : f32
      affine.store %s5, %C[%i] : memref<?xf32>
      %j6 = affine.apply affine_map<(d0) -> (d0 + 6)>(%j)
      %a6 = affine.load %A[%i, %j6] : memref<?x?xf32>
      %b6 = affine.load %B[%j6, %i] : memref<?x?xf32>
      %p6 = arith.mulf %a6, %b6 : f32
      %c6 = affine.load %C[%i] : memref<?xf32>
      %s6 = arith.addf %c6, %p6 : f32
      affine.store %s6, %C[%i] : memref<?xf32>
    }
    affine.for %j = affine_map<()[s0] -> ((s0 floordiv 7) * 7)>()[%m] to %m {
      %a0 = affine.load %A[%i, %j] : memref<?x?xf32>
      %b0 = affine.load %B[%j, %i] : memref<?x?xf32>
      %p0 = arith.mulf %a0, %b0 : f32
      %c0 = affine.load %C[%i] : memref<?xf32>
      %s0 = arith.addf %c0, %p0 : f32
      affine.store %s0, %C[%i] : memref<?xf32>
    }
  }
  return
}
