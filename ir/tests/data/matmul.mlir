// The kernels people start with.
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @skewed(%A: memref<16x16xf32>) {
  affine.for %i = 1 to 16 {
    affine.for %j = 0 to 15 {
      %v = affine.load %A[%i - 1, %j + 1] : memref<16x16xf32>
      affine.store %v, %A[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

func.func @tiled(%A: memref<100xf32>, %n: index) {
  affine.for %t = 0 to 100 step 32 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 32, 100)>(%t) {
      %x = affine.apply affine_map<(d0, d1)[s0] -> ((d0 - d1) mod 8 + s0 floordiv 2)>(%i, %t)[%n]
      %y = affine.load %A[%i mod 7 + %t floordiv 3 - symbol(%n) * 2] : memref<100xf32>
      affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, 50 - d0 >= 0)>(%i)[%n] {
        affine.store %y, %A[%x] : memref<100xf32>
      } else {
        affine.store %y, %A[-%i + 99] : memref<100xf32>
      }
    }
  }
  return
}
