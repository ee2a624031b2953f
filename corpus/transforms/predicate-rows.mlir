// why:    statements beside a loop, under conditions in it: a perfect nest that can be tiled; and back
// run:    check --transform "predicate(j)"
// expect: proved
// run:    transform --transform "predicate(j)" --emit c
// expect: ok
// run:    transform --transform "predicate(j)" --emit mlir
// expect: ok
// run:    check --transform "predicate(j); unpredicate(j)"
// expect: proved
// run:    check --transform "predicate(j); tile(i=4, j=8)"
// expect: proved
// run:    transform --transform "predicate(j); tile(i=4, j=8)" --emit c
// expect: ok
// run:    transform --transform "predicate(j); tile(i=4, j=8); unpredicate(j)" --emit c
// expect: ok
// run:    check --transform "tile(i=4, j=8)"
// expect: error
// run:    check --transform "predicate(j); interchange(i, j)"
// expect: proved
// run:    check --transform "predicate(j); reverse(j)"
// expect: refuted
// run:    check --transform "predicate(i)"
// expect: error
// run:    check --transform "unpredicate(j)"
// expect: error
func.func @rows(%A: memref<?x?xf32>, %s: memref<?xf32>, %m: memref<?xf32>, %n: index, %k: index, %zero: f32) {
  affine.for %i = 0 to %n {
    affine.store %zero, %s[%i] : memref<?xf32>
    affine.for %j = 0 to %k {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = affine.load %s[%i] : memref<?xf32>
      %u = arith.addf %t, %a : f32
      affine.store %u, %s[%i] : memref<?xf32>
    }
    %t = affine.load %s[%i] : memref<?xf32>
    %u = arith.mulf %t, %t : f32
    affine.store %u, %m[%i] : memref<?xf32>
  }
  return
}
