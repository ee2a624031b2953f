// why:    the call may change A: what is stored after it was loaded before it, and calls stay in order
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "reverse(i)"
// expect: unknown
func.func private @log(f32)
func.func @call_between(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    func.call @log(%a) : (f32) -> ()
    affine.store %a, %B[%i] : memref<8xf32>
  }
  return
}
