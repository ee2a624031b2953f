// A producer is recomputed where it is used, into one element; the border is guarded.
func.func @before(%A: memref<9xf64>, %B: memref<8xf64>) {
  %T = memref.alloc() : memref<8xf64>
  %three = arith.constant 3.0 : f64
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xf64>
    %y = affine.load %A[%i + 1] : memref<9xf64>
    %d = arith.subf %y, %x : f64
    affine.store %d, %T[%i] : memref<8xf64>
  }
  affine.for %i = 0 to 8 {
    %t = affine.load %T[%i] : memref<8xf64>
    affine.store %t, %B[%i] : memref<8xf64>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %u = arith.divf %t, %three : f64
      affine.store %u, %B[%i] : memref<8xf64>
    }
  }
  memref.dealloc %T : memref<8xf64>
  return
}
func.func @after(%A: memref<9xf64>, %B: memref<8xf64>) {
  %T = memref.alloc() : memref<1xf64>
  %three = arith.constant 3.0 : f64
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xf64>
    %y = affine.load %A[%i + 1] : memref<9xf64>
    %d = arith.subf %y, %x : f64
    affine.store %d, %T[0] : memref<1xf64>
    %t = affine.load %T[0] : memref<1xf64>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %u = arith.divf %t, %three : f64
      affine.store %u, %B[%i] : memref<8xf64>
    } else {
      affine.store %t, %B[%i] : memref<8xf64>
    }
  }
  memref.dealloc %T : memref<1xf64>
  return
}
