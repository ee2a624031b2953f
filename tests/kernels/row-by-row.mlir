// script: data_copy(i, A)
// script: multibuffer(i, R, 2)
// script: privatise(i, R)
// script: expand_array(i, R)
// script: privatise(i, R, last)
// script: privatise(i, R, first)
// script: privatise(i, S, first, last)
func.func @row_by_row(%A: memref<NxNxi64>, %S: memref<2xi64>) {
  %R = memref.alloc() : memref<Nxi64>
  affine.for %i = 1 to N {
    affine.for %j = 0 to N {
      %a = affine.load %A[%i, %j] : memref<NxNxi64>
      %b = affine.load %A[0, %j] : memref<NxNxi64>
      %c = arith.muli %a, %b : i64
      affine.store %c, %R[%j] : memref<Nxi64>
    }
    %first = affine.load %R[0] : memref<Nxi64>
    affine.store %first, %S[0] : memref<2xi64>
    affine.for %k = 0 to N {
      %r = affine.load %R[-%k + N - 1] : memref<Nxi64>
      %s = affine.load %S[0] : memref<2xi64>
      %t = arith.addi %r, %s : i64
      affine.store %t, %A[%i, %k] : memref<NxNxi64>
    }
  }
  memref.dealloc %R : memref<Nxi64>
  return
}
