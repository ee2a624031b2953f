// why:    a triangular solve: what stands beside loops at two depths goes into the innermost, the outer loop first
// run:    transform --transform "predicate(j)" --emit c
// expect: ok
// run:    transform --transform "predicate(j); predicate(k)" --emit c
// expect: ok
// run:    transform --transform "predicate(j); predicate(k)" --emit mlir
// expect: ok
// run:    transform --transform "predicate(k); tile(j=4, k=8)" --emit c
// expect: ok
// run:    check --transform "predicate(j); predicate(k); unpredicate(k); unpredicate(j)"
// expect: proved
// run:    transform --transform "predicate(k); interchange(j, k)" --emit c
// expect: ok
// run:    check --transform "predicate(k); reverse(k)"
// expect: refuted
func.func @columns(%L: memref<?x?xf64>, %B: memref<?x?xf64>, %norm: memref<?xf64>, %n: index, %m: index, %zero: f64) {
  affine.for %i = 0 to %m {
    affine.store %zero, %norm[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %l = affine.load %L[%j, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %i] : memref<?x?xf64>
        %p = arith.mulf %l, %b : f64
        %c = affine.load %B[%j, %i] : memref<?x?xf64>
        %s = arith.subf %c, %p : f64
        affine.store %s, %B[%j, %i] : memref<?x?xf64>
      }
      %d = affine.load %L[%j, %j] : memref<?x?xf64>
      %b = affine.load %B[%j, %i] : memref<?x?xf64>
      %q = arith.divf %b, %d : f64
      affine.store %q, %B[%j, %i] : memref<?x?xf64>
    }
  }
  return
}
