// why:    as claim-not-shown, but the store behind the call is sure: all iterations write one element, the claim is wrong
// run:    relations
// expect: ok
func.func private @touch(memref<?xf32>, index)
func.func @each(%A: memref<?xf32>, %s: memref<f32>, %n: index) {
  affine.parallel (%i) = (0) to (%n) {
    func.call @touch(%A, %i) : (memref<?xf32>, index) -> ()
    %v = affine.load %A[%i] : memref<?xf32>
    affine.store %v, %s[] : memref<f32>
  }
  return
}
