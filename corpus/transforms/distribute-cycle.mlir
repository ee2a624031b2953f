// why:    S0 and S1 need each other from iteration to iteration, S2 only follows: two loops are right, three are not
// run:    check --transform "distribute(i)"
// expect: refuted
// run:    check --transform "distribute_sccs(i)"
// expect: proved
// run:    transform --transform 'distribute_sccs(i)' --emit mlir
// expect: ok
// run:    check --transform "distribute_sccs(i); parallelize(S2.i)"
// expect: proved
// run:    check --transform "distribute_sccs(i); parallelize(S0.i)"
// expect: refuted
func.func @cycle(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %b = affine.load %B[%i - 1] : memref<?xf32>
    affine.store %b, %A[%i] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %c = arith.addf %a, %a : f32
    affine.store %c, %B[%i] : memref<?xf32>
    %d = affine.load %B[%i] : memref<?xf32>
    affine.store %d, %C[%i] : memref<?xf32>
  }
  return
}
