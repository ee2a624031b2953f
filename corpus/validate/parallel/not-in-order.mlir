// why:    one order of iterations says nothing of others: a loop whose iterations depend on each other is not parallel
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?x?xf32>, %lo: index, %hi: index, %step: index) {
  scf.for %i = %lo to %hi step %step {
    scf.for %j = %lo to %hi step %step {
      %a = memref.load %A[%lo, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %A[%lo, %j] : memref<?x?xf32>
    }
  }
  return
}
