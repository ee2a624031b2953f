func.func @f(%A: memref<?x?xf32>, %lo: index, %hi: index, %step: index) {
  scf.for %i = %lo to %hi step %step {
    %zero = arith.constant 0 : index
    scf.for %j = %zero to %hi step %step {
      %a = memref.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
