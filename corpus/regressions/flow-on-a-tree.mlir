// why:    isl 0.27 fails to find the last writers of B on this schedule tree ("affine expression involves some of the domain dimensions")
// run:    check --transform "reverse(l)"
// expect: unknown
// run:    deps --value-based
// expect: ok
func.func @flow_on_a_tree(%A: memref<f64>, %B: memref<6xf64>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %t1 = affine.load %B[%i] : memref<6xf64>
      %t2 = arith.index_cast %i : index to i64
      %t3 = arith.sitofp %t2 : i64 to f64
      %t4 = arith.addf %t1, %t3 : f64
      affine.store %t4, %B[%i] : memref<6xf64>
      affine.for %k = 0 to min affine_map<(d0) -> (3, d0 + 1)>(%j) {
        %t5 = affine.load %B[-%i + 3] : memref<6xf64>
        affine.store %t5, %B[%i + 1] : memref<6xf64>
      }
    }
    affine.for %l = -1 to affine_map<(d0) -> (d0)>(%i) step 3 {
      %t6 = arith.index_cast %i : index to i64
      %t7 = arith.sitofp %t6 : i64 to f64
      %t8 = affine.load %A[] : memref<f64>
      %t9 = arith.maximumf %t7, %t8 : f64
      affine.store %t9, %A[] : memref<f64>
      %t10 = affine.load %A[] : memref<f64>
      affine.store %t10, %B[(%i) mod 3] : memref<6xf64>
    }
  }
  return
}
