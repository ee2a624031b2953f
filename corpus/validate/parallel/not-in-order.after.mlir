func.func @f(%A: memref<?x?xf32>, %lo: index, %hi: index, %step: index) {
  scf.parallel (%i, %j) = (%lo, %lo) to (%hi, %hi) step (%step, %step) {
    %a = memref.load %A[%lo, %j] : memref<?x?xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %A[%lo, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
