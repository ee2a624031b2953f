func.func @gemm(%A: memref<12x8xf32>, %B: memref<8x10xf32>, %C: memref<12x10xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 10 {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%i, %k] : memref<12x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x10xf32>
        %c = affine.load %C[%i, %j] : memref<12x10xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<12x10xf32>
      }
    }
  }
  return
}
func.func @blur(%A: memref<20x20xf32>, %B: memref<20x20xf32>) {
  %T = memref.alloc() : memref<20x20xf32>
  affine.for %i = 0 to 20 {
    affine.for %j = 1 to 19 {
      %a = affine.load %A[%i, %j - 1] : memref<20x20xf32>
      %b = affine.load %A[%i, %j] : memref<20x20xf32>
      %c = affine.load %A[%i, %j + 1] : memref<20x20xf32>
      %s = arith.addf %a, %b : f32
      %t = arith.addf %s, %c : f32
      affine.store %t, %T[%i, %j] : memref<20x20xf32>
    }
  }
  affine.for %i = 1 to 19 {
    affine.for %j = 1 to 19 {
      %a = affine.load %T[%i - 1, %j] : memref<20x20xf32>
      %b = affine.load %T[%i, %j] : memref<20x20xf32>
      %c = affine.load %T[%i + 1, %j] : memref<20x20xf32>
      %s = arith.addf %a, %b : f32
      %t = arith.addf %s, %c : f32
      affine.store %t, %B[%i, %j] : memref<20x20xf32>
    }
  }
  memref.dealloc %T : memref<20x20xf32>
  return
}
func.func @rowsum(%A: memref<16x24xf32>, %B: memref<16xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %r = affine.for %j = 0 to 24 iter_args(%acc = %z) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<16x24xf32>
      %s = arith.addf %acc, %a : f32
      affine.yield %s : f32
    }
    affine.store %r, %B[%i] : memref<16xf32>
  }
  return
}
func.func @chain(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<64xf32>) {
  %c = arith.constant 2.0 : f32
  %T = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = arith.mulf %a, %c : f32
    affine.store %b, %T[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %a = affine.load %T[%i] : memref<64xf32>
    %b = affine.load %y[%i] : memref<64xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %z[%i] : memref<64xf32>
  }
  return
}
func.func @transpose(%A: memref<12x20xf32>, %B: memref<20x12xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 20 {
      %a = affine.load %A[%i, %j] : memref<12x20xf32>
      affine.store %a, %B[%j, %i] : memref<20x12xf32>
    }
  }
  return
}
func.func @iota(%A: memref<12x20xi32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 20 {
      %s = affine.apply affine_map<(d0, d1) -> (d0 * 20 + d1)>(%i, %j)
      %v = arith.index_cast %s : index to i32
      affine.store %v, %A[%i, %j] : memref<12x20xi32>
    }
  }
  return
}
func.func @relu(%A: memref<12x20xf32>, %B: memref<12x20xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 20 {
      %a = affine.load %A[%i, %j] : memref<12x20xf32>
      %c = arith.cmpf ogt, %a, %z : f32
      %v = arith.select %c, %a, %z : f32
      affine.store %v, %B[%i, %j] : memref<12x20xf32>
    }
  }
  return
}
