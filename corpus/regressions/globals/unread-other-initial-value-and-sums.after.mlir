memref.global @g : memref<4xf32> = dense<2.0>
func.func @f(%A: memref<8xf32>, %B: memref<f32>) {
  affine.for %i = 0 to 8 {
    %b = affine.load %B[] : memref<f32>
    %a = affine.load %A[7 - %i] : memref<8xf32>
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[] : memref<f32>
  }
  %g = memref.get_global @g : memref<4xf32>
  return
}
