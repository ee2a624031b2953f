// why:    `invariant` promises that the element is never written: a promise that BEFORE does not make
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<4xf32>, %i: index) -> f32 {
  %a = memref.load %A[%i] : memref<4xf32>
  return %a : f32
}
