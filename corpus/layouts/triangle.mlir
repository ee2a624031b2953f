// why:    a data space says which elements exist: the lower triangle; touching one above the diagonal is out of bounds
// run:    relations
// expect: ok
// run:    check --func lower --transform "parallelize(i)"
// expect: proved
// run:    check --func lower --transform "interchange(i, j)"
// expect: proved
// run:    footprint --func lower
// expect: ok
func.func @lower(%A: memref<?x?xf32> {polyvet.space = affine_set<(d0, d1) : (d0 - d1 >= 0)>}, %s: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.mulf %a, %s : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Of three diagonals in 8 x 8 the middle one is written, and at `i = 7` an element that does not exist is read.
func.func @band(%A: memref<8x8xf32> {polyvet.space = affine_set<(d0, d1) : (d0 - d1 + 1 >= 0, d1 - d0 + 1 >= 0)>}) {
  affine.for %i = 1 to 8 {
    %a = affine.load %A[%i - 1, %i] : memref<8x8xf32>
    %b = affine.load %A[%i, (%i + 2) mod 8] : memref<8x8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i, %i] : memref<8x8xf32>
  }
  return
}

// Symbols are the extents: the elements up to the second diagonal.
func.func @anti(%A: memref<?x?xf32> {polyvet.space = affine_set<(d0, d1)[s0, s1] : (s0 - 1 - d0 - d1 >= 0)>}, %s: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n] {
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// A load of which nothing is used is one all the same, and a copy touches all elements.
func.func @idle(%A: memref<4x4xf32> {polyvet.space = affine_set<(d0, d1) : (d0 - d1 >= 0)>}) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[0, %i] : memref<4x4xf32>
  }
  return
}

func.func @whole(%A: memref<4x4xf32> {polyvet.space = affine_set<(d0, d1) : (d0 - d1 >= 0)>}, %B: memref<4x4xf32>) {
  memref.copy %A, %B : memref<4x4xf32> to memref<4x4xf32>
  return
}
