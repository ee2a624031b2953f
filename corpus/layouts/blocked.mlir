// why:    a layout of blocks tells all elements apart, so subscripts are elements; one that mixes dimensions does not
// run:    relations
// expect: ok
// run:    check --transform "interchange(i, j)"
// expect: proved
#blocks = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
#every_other = affine_map<(d0, d1) -> (d0 * 2 + d1 * 2)>

func.func @blocks(%A: memref<16x8xf32, #blocks>, %B: memref<16x8xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %b = affine.load %B[%i, %j] : memref<16x8xf32>
      affine.store %b, %A[%i, %j] : memref<16x8xf32, #blocks>
    }
  }
  return
}

func.func @diagonals(%A: memref<?x?xf32, #every_other>, %B: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32, #every_other>
      affine.store %a, %B[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
