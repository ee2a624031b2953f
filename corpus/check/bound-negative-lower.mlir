// why:    i and j start at -5: distances (1, 0) and (0, 1) across zero must be cut into tiles by floor, not by truncation
// run:    check --transform "tile(i=4, j=4)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "interchange(i, j)"
// expect: proved
func.func @bound_negative_lower(%A: memref<12x12xf32>) {
  affine.for %i = -5 to 6 {
    affine.for %j = -5 to 6 {
      %a = affine.load %A[%i + 5, %j + 6] : memref<12x12xf32>
      %a1 = affine.load %A[%i + 6, %j + 5] : memref<12x12xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i + 6, %j + 6] : memref<12x12xf32>
    }
  }
  return
}
