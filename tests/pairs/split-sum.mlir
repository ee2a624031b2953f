// A sum in two partial sums: equal up to the order of additions.
func.func @before(%A: memref<8xf32>, %S: memref<f32>) {
  affine.for %i = 0 to 8 {
    %s = affine.load %S[] : memref<f32>
    %a = affine.load %A[%i] : memref<8xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}
func.func @after(%A: memref<8xf32>, %S: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %even = affine.for %i = 0 to 8 step 2 iter_args(%e = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<8xf32>
    %t = arith.addf %e, %a : f32
    affine.yield %t : f32
  }
  %odd = affine.for %i = 0 to 4 iter_args(%o = %zero) -> (f32) {
    %a = affine.load %A[%i * 2 + 1] : memref<8xf32>
    %t = arith.addf %o, %a : f32
    affine.yield %t : f32
  }
  %s = affine.load %S[] : memref<f32>
  %p = arith.addf %even, %odd : f32
  %t = arith.addf %s, %p : f32
  affine.store %t, %S[] : memref<f32>
  return
}
