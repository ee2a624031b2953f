// why:    a buffer whose layout wraps is no larger ring
// run:    validate %after
// expect: refuted
#two = affine_map<(d0) -> (d0 mod 2)>
func.func @ring(%A: memref<8xf32>, %B: memref<8xf32>) {
  %T = memref.alloc() : memref<8xf32, #two>
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %T[%i] : memref<8xf32, #two>
  }
  affine.for %i = 0 to 8 {
    %a = affine.load %T[%i] : memref<8xf32, #two>
    affine.store %a, %B[%i] : memref<8xf32>
  }
  return
}
