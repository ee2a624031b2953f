// why:    the inner loop is in a function that is called: looked into, both loops are there
// run:    transform --func f --inline --transform "interchange(i, j)"
// expect: ok
// run:    check --func f --transform "interchange(i, j)"
// expect: error
// run:    relations --func f --inline
// expect: ok
func.func @row(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %i: index) {
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %j = 0 to %m {
    %a = affine.load %A[symbol(%i), %j] : memref<?x?xf32>
    affine.store %a, %B[symbol(%i), %j] : memref<?x?xf32>
  }
  return
}
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    func.call @row(%A, %B, %i) : (memref<?x?xf32>, memref<?x?xf32>, index) -> ()
  }
  return
}
