// pass: func.func(scf-for-loop-peeling)
// args: -1 4
// before: [2,  5,  1,  4]
// after: [0,  5,  1,  4]
func.func @clear(%n: index, %A: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c2 {
    %at = arith.addi %i, %c2 : index
    memref.store %zero, %A[%at] : memref<4xf64>
  }
  return
}
