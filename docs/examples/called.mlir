func.func @half(%x: f32) -> f32 {
  %h = arith.constant 0.5 : f32
  %y = arith.mulf %x, %h : f32
  return %y : f32
}

func.func @main(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %b = func.call @half(%a) : (f32) -> f32
    affine.store %b, %B[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %b = affine.load %B[%i] : memref<4xf32>
    %c = arith.addf %b, %b : f32
    affine.store %c, %A[%i] : memref<4xf32>
  }
  return
}
