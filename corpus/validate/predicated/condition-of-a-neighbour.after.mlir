func.func @f(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  %p = memref.alloc(%n) : memref<?xi1>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %q = arith.cmpf ogt, %a, %z : f32
    affine.store %q, %p[%i] : memref<?xi1>
  }
  affine.for %i = 0 to %n {
    %last = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%n]
    %at = affine.min affine_map<(d0)[s0] -> (d0 + 1, s0)>(%i)[%last]
    %q = memref.load %p[%at] : memref<?xi1>
    scf.if %q {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
  }
  memref.dealloc %p : memref<?xi1>
  return
}
