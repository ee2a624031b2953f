func.func @gelu(%A: memref<?xf32>, %n: index) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %cube = arith.constant 0.044715 : f32
  %root = arith.constant 0.797885 : f32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %x2 = arith.mulf %x, %x : f32
    %x3 = arith.mulf %x2, %x : f32
    %c = arith.mulf %cube, %x3 : f32
    %s = arith.addf %x, %c : f32
    %r = arith.mulf %root, %s : f32
    %t = math.tanh %r : f32
    %u = arith.addf %one, %t : f32
    %h = arith.mulf %half, %x : f32
    %y = arith.mulf %h, %u : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}
