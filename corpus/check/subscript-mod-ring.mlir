// why:    i mod 4 comes round every four iterations: waw distance 4, so the last turn decides; four iterations alone do not meet
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "parallelize(i)" --assume "n <= 4"
// expect: proved
func.func @subscript_mod_ring(%n: index, %A: memref<?xf32>, %R: memref<4xf32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %R[%i mod 4] : memref<4xf32>
  }
  return
}
