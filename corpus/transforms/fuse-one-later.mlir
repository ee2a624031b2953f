// why:    the second loop reads what the first wrote one place further: fused it must run one later
// run:    check --transform "fuse(i, k)"
// expect: refuted
// run:    check --transform "fuse(i, k, 1)"
// expect: proved
// run:    transform --transform 'fuse(i, k, 1)' --emit mlir
// expect: ok
// run:    check --transform "fuse(i, k, n)"
// expect: proved
// run:    check --transform "fuse(i, k, 1); distribute(i)"
// expect: proved
// run:    check --transform "fuse(i, k, 1); distribute_sccs(i)"
// expect: proved
// run:    check --transform "fuse(k, i)"
// expect: refuted
// run:    check --transform "fuse(i, q)"
// expect: error
func.func @shift(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<?xf32>
  }
  affine.for %k = 0 to affine_map<(d0) -> (d0 - 1)>(%n) {
    %b = affine.load %B[%k + 1] : memref<?xf32>
    affine.store %b, %C[%k] : memref<?xf32>
  }
  return
}
