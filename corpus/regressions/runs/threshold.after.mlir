func.func @clip(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %limit = arith.constant 60.0 : f32
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %large = arith.cmpf ogt, %a, %limit : f32
    %b = arith.select %large, %zero, %a : f32
    affine.store %b, %B[%i] : memref<?xf32>
  }
  return
}
