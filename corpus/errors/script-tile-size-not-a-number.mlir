// why:    a tile size is a whole number or a parameter, no other name and no fraction
// run:    check --transform "tile(row=col)"
// expect: error
// run:    check --transform "tile(row=2.5)"
// expect: error
// run:    check --transform "tile(row)"
// expect: error
func.func @script_tile_size_not_a_number(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %row = 0 to %n {
    affine.for %col = 0 to %m {
      %a = affine.load %A[%row, %col] : memref<?x?xf32>
      %double = arith.addf %a, %a : f32
      affine.store %double, %A[%row, %col] : memref<?x?xf32>
    }
  }
  return
}
