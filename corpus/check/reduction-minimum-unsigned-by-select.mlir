// why:    an unsigned minimum, the accumulator on the left and kept: `select(t <= v, t, v)`
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
func.func @least(%A: memref<?xi8>, %s: memref<i8>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xi8>
    %t = affine.load %s[] : memref<i8>
    %less = arith.cmpi ule, %t, %v : i8
    %kept = arith.select %less, %t, %v : i8
    affine.store %kept, %s[] : memref<i8>
  }
  return
}
