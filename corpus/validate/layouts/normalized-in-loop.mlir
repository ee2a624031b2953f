// why:    `mlir-opt --normalize-memrefs`: a buffer of each iteration whose layout wraps
// run:    validate %after
// expect: proved
#two = affine_map<(d0) -> (d0 mod 2)>
func.func @ring_of_each(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %j = 0 to 8 {
    %T = memref.alloc() : memref<8xf32, #two>
    affine.for %i = 0 to 8 {
      %a = affine.load %A[%i] : memref<8xf32>
      affine.store %a, %T[%i] : memref<8xf32, #two>
    }
    %a = affine.load %T[%j] : memref<8xf32, #two>
    affine.store %a, %B[%j] : memref<8xf32>
  }
  return
}
