// A column of B is copied into a buffer, used, and a row of C is kept in another one and copied back.
func.func @before(%A: memref<4x5xf64>, %B: memref<5x3xf64>, %C: memref<4x3xf64>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 5 {
        %a = affine.load %A[%i, %k] : memref<4x5xf64>
        %b = affine.load %B[%k, %j] : memref<5x3xf64>
        %c = affine.load %C[%i, %j] : memref<4x3xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<4x3xf64>
      }
    }
  }
  return
}
func.func @after(%A: memref<4x5xf64>, %B: memref<5x3xf64>, %C: memref<4x3xf64>) {
  %L = memref.alloc() : memref<5x3xf64>
  affine.for %x = 0 to 5 {
    affine.for %y = 0 to 3 {
      %v = affine.load %B[%x, %y] : memref<5x3xf64>
      affine.store %v, %L[%x, %y] : memref<5x3xf64>
    }
  }
  affine.for %i = 0 to 4 {
    %R = memref.alloc() : memref<3xf64>
    affine.for %x = 0 to 3 {
      %v = affine.load %C[%i, %x] : memref<4x3xf64>
      affine.store %v, %R[%x] : memref<3xf64>
    }
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 5 {
        %a = affine.load %A[%i, %k] : memref<4x5xf64>
        %b = affine.load %L[%k, %j] : memref<5x3xf64>
        %c = affine.load %R[%j] : memref<3xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %R[%j] : memref<3xf64>
      }
    }
    affine.for %x = 0 to 3 {
      %v = affine.load %R[%x] : memref<3xf64>
      affine.store %v, %C[%i, %x] : memref<4x3xf64>
    }
    memref.dealloc %R : memref<3xf64>
  }
  memref.dealloc %L : memref<5x3xf64>
  return
}
