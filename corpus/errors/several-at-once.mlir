// why:    three independent mistakes on three lines: all of them are reported in one run
// run:    parse
// expect: error
func.func @several_at_once(%A: memref<4x4xf32>, %x: f64) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4x4xf32>
    %b = affine.load %A[%i, %k] : memref<4x4xf32>
    affine.store %x, %A[%i, %i] : memref<4x4xf32>
  }
  return
}
