// why:    peel zero trip: the peeled first iteration runs although the loop has none (mlir-opt 22: --pass-pipeline='builtin.module(func.func(scf-for-loop-peeling{peel-front=true}))')
// run:    validate %after
// expect: refuted
func.func @accumulate(%A: memref<?xf32>, %S: memref<f32>, %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %lo to %hi step %c1 {
    %x = memref.load %A[%i] : memref<?xf32>
    %s = memref.load %S[] : memref<f32>
    %y = arith.addf %x, %s : f32
    memref.store %y, %S[] : memref<f32>
  }
  return
}
