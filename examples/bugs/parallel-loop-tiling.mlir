// pass: func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=2 no-min-max-bounds=true})
// args: 2 4
// before: [0,  0,  0,  4]
// after: [2,  0,  0,  4]
func.func @from_minus_one(%n: index, %A: memref<4xf64>) {
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.parallel (%i) = (%c-1) to (%n) step (%c1) {
    %at = arith.addi %i, %c1 : index
    memref.store %zero, %A[%at] : memref<4xf64>
  }
  return
}
