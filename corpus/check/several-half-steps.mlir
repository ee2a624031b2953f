// why:    two half steps per t: inside one t each loop is parallel, across t distances (1, -1..1) keep t serial
// run:    check --transform "parallelize(i); parallelize(i_1)"
// expect: proved
// run:    check --transform "parallelize(t)"
// expect: refuted
// run:    check --transform "reverse(i); reverse(i_1)"
// expect: proved
func.func @several_half_steps(%steps: index, %A: memref<?xf64>, %B: memref<?xf64>, %third: f64) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf64>
      %a1 = affine.load %A[%i] : memref<?xf64>
      %sum = arith.addf %a, %a1 : f64
      %a2 = affine.load %A[%i + 1] : memref<?xf64>
      %sum1 = arith.addf %sum, %a2 : f64
      %prod = arith.mulf %third, %sum1 : f64
      affine.store %prod, %B[%i] : memref<?xf64>
    }
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      %b = affine.load %B[%i - 1] : memref<?xf64>
      %b1 = affine.load %B[%i] : memref<?xf64>
      %sum = arith.addf %b, %b1 : f64
      %b2 = affine.load %B[%i + 1] : memref<?xf64>
      %sum1 = arith.addf %sum, %b2 : f64
      %prod = arith.mulf %third, %sum1 : f64
      affine.store %prod, %A[%i] : memref<?xf64>
    }
  }
  return
}
