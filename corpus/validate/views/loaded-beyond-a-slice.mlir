// why:    what was stored is loaded through a slice that ends before it
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<16xf32>, %x: f32) -> f32 {
  %i = arith.constant 5 : index
  memref.store %x, %A[%i] : memref<16xf32>
  return %x : f32
}
