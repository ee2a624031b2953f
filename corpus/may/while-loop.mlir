// why:    how often a while loop runs is data: its turns are an upper bound, and what a turn decides keeps them in order
// run:    relations
// expect: ok
// run:    check --transform "parallelize(j)"
// expect: proved
// run:    check --transform "parallelize(turn)"
// expect: unknown
func.func @while_loop(%A: memref<?x?xf32>, %limit: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %width = memref.dim %A, %c1 : memref<?x?xf32>
  %last = scf.while (%row = %c0) : (index) -> index {
    %more = arith.cmpi slt, %row, %limit : index
    scf.condition(%more) %row : index
  } do {
  ^bb0(%row: index):
    affine.for %j = 0 to %width {
      %a = memref.load %A[%row, %j] : memref<?x?xf32>
      %twice = arith.addf %a, %a : f32
      memref.store %twice, %A[%row, %j] : memref<?x?xf32>
    }
    %next = arith.addi %row, %c1 : index
    scf.yield %next : index
  }
  return
}
