func.func @axpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf32>
    %v = affine.load %y[%i] : memref<?xf32>
    %p = arith.mulf %a, %u : f32
    %s = arith.addf %p, %v : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  return
}
func.func @add3(%A: memref<?x?x?xf32>, %B: memref<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %A, %c0 : memref<?x?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?x?xf32>
  %p = memref.dim %A, %c2 : memref<?x?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %p {
        %u = affine.load %A[%i, %j, %k] : memref<?x?x?xf32>
        %v = affine.load %B[%i, %j, %k] : memref<?x?x?xf32>
        %s = arith.addf %u, %v : f32
        affine.store %s, %B[%i, %j, %k] : memref<?x?x?xf32>
      }
    }
  }
  return
}
func.func @triangle(%n: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %u = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %u, %B[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
func.func @blocked(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  affine.for %i = 0 to %n step 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%i)[%n] {
      %u = affine.load %A[%j] : memref<?xf32>
      affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {
        affine.store %u, %B[%j] : memref<?xf32>
      }
    }
  }
  return
}
func.func @stages(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  %T = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %u = affine.load %A[%i] : memref<?xf32>
    %v = arith.mulf %u, %u : f32
    affine.store %v, %T[%i] : memref<?xf32>
  }
  affine.for %i = 1 to %n {
    %u = affine.load %T[%i - 1] : memref<?xf32>
    %v = affine.load %T[%i] : memref<?xf32>
    %s = arith.addf %u, %v : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}
