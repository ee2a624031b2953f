// why:    as unread-other-initial-value, where a sum is in another order besides: proved up to the order of sums without the cross-check
// run:    validate %after --no-cross-check
// expect: refuted
memref.global @g : memref<4xf32> = dense<1.0>
func.func @f(%A: memref<8xf32>, %B: memref<f32>) {
  affine.for %i = 0 to 8 {
    %b = affine.load %B[] : memref<f32>
    %a = affine.load %A[%i] : memref<8xf32>
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[] : memref<f32>
  }
  %g = memref.get_global @g : memref<4xf32>
  return
}
