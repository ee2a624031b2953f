// why:    parallel iterations may run one after the other, also where their step is an argument
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?x?xf32>, %lo: index, %hi: index, %step: index) {
  scf.parallel (%i, %j) = (%lo, %lo) to (%hi, %hi) step (%step, %step) {
    %a = memref.load %A[%i, %j] : memref<?x?xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %A[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
