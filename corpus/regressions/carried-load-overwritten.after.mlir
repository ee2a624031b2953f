func.func @f(%A: memref<4xf32>, %v: f32, %n: index) -> f32 {
  %c = arith.constant 0 : index
  %r = affine.for %i = 0 to %n iter_args(%s = %v) -> f32 {
    %x = memref.load %A[%c] : memref<4xf32>
    memref.store %v, %A[%c] : memref<4xf32>
    %y = memref.load %A[%c] : memref<4xf32>
    %z = arith.addf %v, %v : f32
    memref.store %z, %A[%c] : memref<4xf32>
    affine.yield %y : f32
  }
  return %r : f32
}
