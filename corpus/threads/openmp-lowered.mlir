// why:    what `mlir-opt --convert-scf-to-openmp` makes: two loops collapsed, and scopes of local memory
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %x = memref.load %A[%i, %j] : memref<?x?xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %B[%j, %i] : memref<?x?xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %x = memref.load %B[%j, %i] : memref<?x?xf32>
    memref.store %x, %A[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
