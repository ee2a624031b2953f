func.func @f(%n: index, %m: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<()[s0] -> ((s0 floordiv 24) * 24)>()[%m] step 24 {
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
      %j4 = affine.apply affine_map<(d0) -> (d0 + 4)>(%j)
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
      %j7 = affine.apply affine_map<(d0) -> (d0 + 7)>(%j)
      %a7 = affine.load %A[%i, %j7] : memref<?x?xf32>
      %b7 = affine.load %B[%j7, %i] : memref<?x?xf32>
      %p7 = arith.mulf %a7, %b7 : f32
      %c7 = affine.load %C[%i] : memref<?xf32>
      %s7 = arith.addf %c7, %p7 : f32
      affine.store %s7, %C[%i] : memref<?xf32>
      %j8 = affine.apply affine_map<(d0) -> (d0 + 8)>(%j)
      %a8 = affine.load %A[%i, %j8] : memref<?x?xf32>
      %b8 = affine.load %B[%j8, %i] : memref<?x?xf32>
      %p8 = arith.mulf %a8, %b8 : f32
      %c8 = affine.load %C[%i] : memref<?xf32>
      %s8 = arith.addf %c8, %p8 : f32
      affine.store %s8, %C[%i] : memref<?xf32>
      %j9 = affine.apply affine_map<(d0) -> (d0 + 9)>(%j)
      %a9 = affine.load %A[%i, %j9] : memref<?x?xf32>
      %b9 = affine.load %B[%j9, %i] : memref<?x?xf32>
      %p9 = arith.mulf %a9, %b9 : f32
      %c9 = affine.load %C[%i] : memref<?xf32>
      %s9 = arith.addf %c9, %p9 : f32
      affine.store %s9, %C[%i] : memref<?xf32>
      %j10 = affine.apply affine_map<(d0) -> (d0 + 10)>(%j)
      %a10 = affine.load %A[%i, %j10] : memref<?x?xf32>
      %b10 = affine.load %B[%j10, %i] : memref<?x?xf32>
      %p10 = arith.mulf %a10, %b10 : f32
      %c10 = affine.load %C[%i] : memref<?xf32>
      %s10 = arith.addf %c10, %p10 : f32
      affine.store %s10, %C[%i] : memref<?xf32>
      %j11 = affine.apply affine_map<(d0) -> (d0 + 11)>(%j)
      %a11 = affine.load %A[%i, %j11] : memref<?x?xf32>
      %b11 = affine.load %B[%j11, %i] : memref<?x?xf32>
      %p11 = arith.mulf %a11, %b11 : f32
      %c11 = affine.load %C[%i] : memref<?xf32>
      %s11 = arith.addf %c11, %p11 : f32
      affine.store %s11, %C[%i] : memref<?xf32>
      %j12 = affine.apply affine_map<(d0) -> (d0 + 12)>(%j)
      %a12 = affine.load %A[%i, %j12] : memref<?x?xf32>
      %b12 = affine.load %B[%j12, %i] : memref<?x?xf32>
      %p12 = arith.mulf %a12, %b12 : f32
      %c12 = affine.load %C[%i] : memref<?xf32>
      %s12 = arith.addf %c12, %p12 : f32
      affine.store %s12, %C[%i] : memref<?xf32>
      %j13 = affine.apply affine_map<(d0) -> (d0 + 13)>(%j)
      %a13 = affine.load %A[%i, %j13] : memref<?x?xf32>
      %b13 = affine.load %B[%j13, %i] : memref<?x?xf32>
      %p13 = arith.mulf %a13, %b13 : f32
      %c13 = affine.load %C[%i] : memref<?xf32>
      %s13 = arith.addf %c13, %p13 : f32
      affine.store %s13, %C[%i] : memref<?xf32>
      %j14 = affine.apply affine_map<(d0) -> (d0 + 14)>(%j)
      %a14 = affine.load %A[%i, %j14] : memref<?x?xf32>
      %b14 = affine.load %B[%j14, %i] : memref<?x?xf32>
      %p14 = arith.mulf %a14, %b14 : f32
      %c14 = affine.load %C[%i] : memref<?xf32>
      %s14 = arith.addf %c14, %p14 : f32
      affine.store %s14, %C[%i] : memref<?xf32>
      %j15 = affine.apply affine_map<(d0) -> (d0 + 15)>(%j)
      %a15 = affine.load %A[%i, %j15] : memref<?x?xf32>
      %b15 = affine.load %B[%j15, %i] : memref<?x?xf32>
      %p15 = arith.mulf %a15, %b15 : f32
      %c15 = affine.load %C[%i] : memref<?xf32>
      %s15 = arith.addf %c15, %p15 : f32
      affine.store %s15, %C[%i] : memref<?xf32>
      %j16 = affine.apply affine_map<(d0) -> (d0 + 16)>(%j)
      %a16 = affine.load %A[%i, %j16] : memref<?x?xf32>
      %b16 = affine.load %B[%j16, %i] : memref<?x?xf32>
      %p16 = arith.mulf %a16, %b16 : f32
      %c16 = affine.load %C[%i] : memref<?xf32>
      %s16 = arith.addf %c16, %p16 : f32
      affine.store %s16, %C[%i] : memref<?xf32>
      %j17 = affine.apply affine_map<(d0) -> (d0 + 17)>(%j)
      %a17 = affine.load %A[%i, %j17] : memref<?x?xf32>
      %b17 = affine.load %B[%j17, %i] : memref<?x?xf32>
      %p17 = arith.mulf %a17, %b17 : f32
      %c17 = affine.load %C[%i] : memref<?xf32>
      %s17 = arith.addf %c17, %p17 : f32
      affine.store %s17, %C[%i] : memref<?xf32>
      %j18 = affine.apply affine_map<(d0) -> (d0 + 18)>(%j)
      %a18 = affine.load %A[%i, %j18] : memref<?x?xf32>
      %b18 = affine.load %B[%j18, %i] : memref<?x?xf32>
      %p18 = arith.mulf %a18, %b18 : f32
      %c18 = affine.load %C[%i] : memref<?xf32>
      %s18 = arith.addf %c18, %p18 : f32
      affine.store %s18, %C[%i] : memref<?xf32>
      %j19 = affine.apply affine_map<(d0) -> (d0 + 19)>(%j)
      %a19 = affine.load %A[%i, %j19] : memref<?x?xf32>
      %b19 = affine.load %B[%j19, %i] : memref<?x?xf32>
      %p19 = arith.mulf %a19, %b19 : f32
      %c19 = affine.load %C[%i] : memref<?xf32>
      %s19 = arith.addf %c19, %p19 : f32
      affine.store %s19, %C[%i] : memref<?xf32>
      %j20 = affine.apply affine_map<(d0) -> (d0 + 20)>(%j)
      %a20 = affine.load %A[%i, %j20] : memref<?x?xf32>
      %b20 = affine.load %B[%j20, %i] : memref<?x?xf32>
      %p20 = arith.mulf %a20, %b20 : f32
      %c20 = affine.load %C[%i] : memref<?xf32>
      %s20 = arith.addf %c20, %p20 : f32
      affine.store %s20, %C[%i] : memref<?xf32>
      %j21 = affine.apply affine_map<(d0) -> (d0 + 21)>(%j)
      %a21 = affine.load %A[%i, %j21] : memref<?x?xf32>
      %b21 = affine.load %B[%j21, %i] : memref<?x?xf32>
      %p21 = arith.mulf %a21, %b21 : f32
      %c21 = affine.load %C[%i] : memref<?xf32>
      %s21 = arith.addf %c21, %p21 : f32
      affine.store %s21, %C[%i] : memref<?xf32>
      %j22 = affine.apply affine_map<(d0) -> (d0 + 22)>(%j)
      %a22 = affine.load %A[%i, %j22] : memref<?x?xf32>
      %b22 = affine.load %B[%j22, %i] : memref<?x?xf32>
      %p22 = arith.mulf %a22, %b22 : f32
      %c22 = affine.load %C[%i] : memref<?xf32>
      %s22 = arith.addf %c22, %p22 : f32
      affine.store %s22, %C[%i] : memref<?xf32>
      %j23 = affine.apply affine_map<(d0) -> (d0 + 23)>(%j)
      %a23 = affine.load %A[%i, %j23] : memref<?x?xf32>
      %b23 = affine.load %B[%j23, %i] : memref<?x?xf32>
      %p23 = arith.mulf %a23, %b23 : f32
      %c23 = affine.load %C[%i] : memref<?xf32>
      %s23 = arith.addf %c23, %p23 : f32
      affine.store %s23, %C[%i] : memref<?xf32>
    }
    affine.for %j = affine_map<()[s0] -> ((s0 floordiv 24) * 24)>()[%m] to %m {
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
