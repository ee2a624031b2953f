// why:    Linalg document, property 2 as loops: both strides are two, so that elements meet on one address
// run:    relations
// expect: ok
// run:    check --transform "interchange(i, j)"
// expect: proved
#both_by_two = affine_map<(d0, d1) -> (d0 * 2 + d1 * 2)>

func @columns(%A: memref<8x?xf32, #both_by_two>, %B: memref<?xvector<4xf32>>) {
  %c8 = constant 8 : index
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %n = dim %A, %c1 : memref<8x?xf32, #both_by_two>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %a = load %A[%j, %i] : memref<8x?xf32, #both_by_two>
      %b = load %B[%j] : memref<?xvector<4xf32>>
      %all = splat %a : vector<4xf32>
      %c = addf %b, %all : vector<4xf32>
      store %c, %B[%j] : memref<?xvector<4xf32>>
    }
  }
  return
}
