func.func @f(%A: memref<?xf32>, %n: index) {
  %c = arith.constant 4.5 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %r = arith.mulf %a, %c : f32
    affine.store %r, %A[%i] : memref<?xf32>
  }
  return
}
