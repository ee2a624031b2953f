// why:    strips of eight cut by hand (step 8 and a min bound): i alone fixes the order, distance (0, 1) or (8, 1), so a swap is harmless
// run:    check --transform "interchange(ii, i)"
// expect: proved
// run:    check --transform "parallelize(ii)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "reverse(ii)"
// expect: refuted
func.func @bound_hand_tiled(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %half = arith.constant 0.5 : f32
  affine.for %ii = 1 to %n step 8 {
    affine.for %i = affine_map<(ii) -> (ii)>(%ii) to min affine_map<(ii)[n] -> (ii + 8, n)>(%ii)[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %prod = arith.mulf %half, %a : f32
      affine.store %prod, %A[%i] : memref<?xf32>
    }
  }
  return
}
