// pass: func.func(scf-for-loop-peeling{peel-front=true})
// args: 0 4
// before: [2,  5,  1,  4]
// after: [0,  5,  1,  4]
func.func @clear(%n: index, %A: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %A[%i] : memref<4xf64>
  }
  return
}
