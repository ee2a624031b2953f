// why:    a search that leaves a loop early is a function of its own; what it may touch keeps the rows apart
// run:    relations
// expect: ok
// run:    check --transform "parallelize(i)"
// expect: proved
##row = (d0) -> (r0, r1) : r0 - d0 == 0
##place = (d0) -> (r0) : r0 - d0 == 0

func.func private @search_row(%A: memref<?x?xi32>, %found: memref<?xi32>, %key: i32, %i: index)
  may_reads: {%A ##row(%i)}
  may_writes: {%found ##place(%i)}

func.func @search(%A: memref<?x?xi32>, %found: memref<?xi32>, %key: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    func.call @search_row(%A, %found, %key, %i) : (memref<?x?xi32>, memref<?xi32>, i32, index) -> ()
  }
  return
}
