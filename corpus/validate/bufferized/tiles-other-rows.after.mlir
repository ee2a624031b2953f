#part = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
#inner = affine_map<(d0)[s0] -> (-d0 + s0, 3)>
!open = memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @mm(%A: !open, %B: !open, %C: !open) -> !open {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %M = memref.dim %A, %c0 : !open
  %K = memref.dim %A, %c1 : !open
  %r = scf.for %i = %c0 to %M step %c8 iter_args(%C0 = %C) -> (!open) {
    %m = affine.min #part(%i)[%M]
    %N = memref.dim %B, %c1 : !open
    %a = memref.subview %A[%i, 0] [%m, %K] [1, 1] : !open to !open
    %c = memref.subview %C0[%i, 0] [%m, %N] [1, 1] : !open to !open
    %s = scf.for %ii = %c0 to %m step %c3 iter_args(%c_0 = %c) -> (!open) {
      %mm = affine.min #inner(%ii)[%m]
      %aa = memref.subview %a[%ii, 0] [%mm, %K] [1, 1] : !open to !open
      %cc = memref.subview %c_0[0, 0] [%mm, %N] [1, 1] : !open to !open
      linalg.matmul ins(%aa, %B : !open, !open) outs(%cc : !open)
      %q = memref.subview %c_0[0, 0] [%mm, %N] [1, 1] : !open to !open
      memref.copy %cc, %q : !open to !open
      scf.yield %c_0 : !open
    }
    %t = memref.subview %C0[%i, 0] [%m, %N] [1, 1] : !open to !open
    memref.copy %s, %t : !open to !open
    scf.yield %C0 : !open
  }
  return %r : !open
}
