// why:    an f32 from the memref is added as f64
// run:    parse
// expect: error
func.func @type_mismatch(%A: memref<16xf32>, %x: f64) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %sum = arith.addf %a, %x : f64
    affine.store %a, %A[%i] : memref<16xf32>
  }
  return
}
