// A three-point stencil swept over one array again and again. Each cell needs its left neighbour from this
// sweep and its right neighbour from the last one, so (t, i) has the distances (0, 1), (1, 0) and (1, -1).
//   polyvet check examples/stencil.mlir --transform "tile(t=4, i=4)"                   refuted: (1, -1) leaves the tile backwards
//   polyvet check examples/stencil.mlir --transform "skew(i, t, 1); tile(t=4, i=4)"    proved: the distances are (0, 1), (1, 1), (1, 0)
//   polyvet check examples/stencil.mlir --transform "parallelize(i)"                   refuted: (0, 1) is a race
func.func @stencil(%steps: index, %A: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  %third = arith.constant 0.333 : f64
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      %left = affine.load %A[%i - 1] : memref<?xf64>
      %here = affine.load %A[%i] : memref<?xf64>
      %right = affine.load %A[%i + 1] : memref<?xf64>
      %two = arith.addf %left, %here : f64
      %three = arith.addf %two, %right : f64
      %mean = arith.mulf %third, %three : f64
      affine.store %mean, %A[%i] : memref<?xf64>
    }
  }
  return
}
