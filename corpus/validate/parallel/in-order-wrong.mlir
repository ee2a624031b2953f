// why:    the inner of two loops in the place of parallel ones begins at zero
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?x?xf32>, %lo: index, %hi: index, %step: index) {
  scf.parallel (%i, %j) = (%lo, %lo) to (%hi, %hi) step (%step, %step) {
    %a = memref.load %A[%i, %j] : memref<?x?xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %A[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
