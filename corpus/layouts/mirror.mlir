// why:    a layout in pieces: beyond its end a row is mirrored, so that loops over both halves write the same elements
// run:    relations
// expect: ok
// run:    check --func mirrored --transform "parallelize(i)"
// expect: refuted
// run:    check --func padded --transform "parallelize(i)"
// expect: proved
func.func @mirrored(%A: memref<16xf32>, %M: memref<16xf32> {polyvet.layout = "{ [i] -> [i] : i < 8; [i] -> [15 - i] : i >= 8 }"}) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %M[%i] : memref<16xf32>
  }
  return
}

func.func @padded(%A: memref<16xf32>, %P: memref<16xf32> {polyvet.layout = "{ [i] -> [i + 1] }"}) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %P[%i] : memref<16xf32>
  }
  return
}
