// why:    one iteration has no partner: the loop from n - 1 to n may be marked parallel although it looks like a prefix sum
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "interchange(i, j)"
// expect: proved
func.func @bound_one_trip(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = affine_map<()[n] -> (n - 1)>()[%n] to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %a1 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
