// why:    a ring of four rows: the layout wraps, so that rows four apart are one
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "tile(i=4, j=4)"
// expect: proved
#ring = affine_map<(d0, d1) -> (d0 mod 4, d1)>

func.func @ring(%A: memref<16x8xf32>, %R: memref<16x8xf32, #ring>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<16x8xf32>
      affine.store %a, %R[%i, %j] : memref<16x8xf32, #ring>
    }
  }
  return
}
