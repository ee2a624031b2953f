// why:    swapping A with its transpose by copying reads cells that other iterations write; on one strict triangle it does not
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "parallelize(i_1); parallelize(j_1)"
// expect: proved
func.func @parallel_in_place_transpose(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %a1 = affine.load %A[%i, %j] : memref<?x?xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(i) -> (i + 1)>(%i) to %n {
      %b = affine.load %B[%j, %i] : memref<?x?xf32>
      %b1 = affine.load %B[%i, %j] : memref<?x?xf32>
      %sum = arith.addf %b, %b1 : f32
      affine.store %sum, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
