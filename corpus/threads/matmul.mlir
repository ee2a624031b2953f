// why:    a matrix product by tiles in shared memory: each thread keeps its sum over the barriers of the loop; the same numbers as the plain loops
// run:    validate %after
// expect: proved
func.func @matmul(%A: memref<16x24xf32>, %B: memref<24x16xf32>, %C: memref<16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %sum = affine.for %k = 0 to 24 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<16x24xf32>
        %b = affine.load %B[%k, %j] : memref<24x16xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.yield %t : f32
      }
      affine.store %sum, %C[%i, %j] : memref<16x16xf32>
    }
  }
  return
}
