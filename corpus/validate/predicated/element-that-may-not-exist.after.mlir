func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %t = affine.load %A[%i] : memref<?xf32>
    %p = arith.cmpf ogt, %t, %z : f32
    %q = arith.cmpf ogt, %t, %z : f32
    scf.if %q {
      affine.store %t, %B[%i] : memref<?xf32>
    }
  }
  return
}
