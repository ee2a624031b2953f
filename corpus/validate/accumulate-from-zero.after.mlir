func.func @mv(%A: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    %first = arith.constant 0.0 : f32
    %sum = affine.for %j = 0 to %n iter_args(%c = %first) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.yield %s : f32
    }
    affine.store %sum, %y[%i] : memref<?xf32>
  }
  return
}
