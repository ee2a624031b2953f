// why:    a run that stopped at an error would have touched more
// run:    check --trace %trace --transform "strip_mine(i, 2)"
// expect: error
// run:    map --trace %trace --data "{ B[e] : e = 0 }"
// expect: ok
func.func @f(%A: memref<?xi32>, %B: memref<?xi32>, %C: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xi32>
    affine.store %x, %A[%i] : memref<?xi32>
    %s = affine.load %B[0] : memref<?xi32>
    %c = affine.load %C[%i] : memref<?xi32>
    %t = arith.addi %s, %c : i32
    affine.store %t, %B[0] : memref<?xi32>
  }
  return
}
