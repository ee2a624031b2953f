func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %p = arith.cmpf oge, %a, %z : f32
    scf.if %p {
      %m = arith.maximumf %a, %z : f32
      affine.store %m, %B[%i] : memref<?xf32>
    }
  }
  return
}
