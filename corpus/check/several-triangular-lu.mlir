// why:    in lu the updates of one row run over k with distance (0, 0, +), rows depend on earlier rows: j of the upper part is free
// run:    check --transform "parallelize(j_1)"
// expect: proved
// run:    check --transform "parallelize(j)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "reverse(k_1)"
// expect: proved-reassociated
func.func @several_triangular_lu(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %a1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a2 = affine.load %A[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a1, %a2 : f64
        %diff = arith.subf %a, %prod : f64
        affine.store %diff, %A[%i, %j] : memref<?x?xf64>
      }
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %a1 = affine.load %A[%j, %j] : memref<?x?xf64>
      %quot = arith.divf %a, %a1 : f64
      affine.store %quot, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to %n {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %a1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a2 = affine.load %A[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a1, %a2 : f64
        %diff = arith.subf %a, %prod : f64
        affine.store %diff, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
