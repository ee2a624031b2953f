// why:    another function is called
// run:    validate %after
// expect: refuted
func.func private @other(memref<?xf32>)
func.func private @log(memref<?xf32>)
func.func @scaled(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  func.call @log(%A) : (memref<?xf32>) -> ()
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %m = arith.mulf %a, %a : f32
    affine.store %m, %B[%i] : memref<?xf32>
  }
  return
}
