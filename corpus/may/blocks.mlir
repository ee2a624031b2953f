// why:    loops as branches between blocks: each turn is one block, and values that live across blocks are kept
// run:    relations
// expect: ok
// run:    check --transform "parallelize(j)"
// expect: proved
// run:    check --transform "reverse(turn)"
// expect: unknown
func.func @blocks(%A: memref<?x?xf32>, %B: memref<?xf32>, %limit: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %width = memref.dim %A, %c1 : memref<?x?xf32>
  cf.br ^head(%c0 : index)
^head(%row: index):
  %more = arith.cmpi slt, %row, %limit : index
  cf.cond_br %more, ^body, ^end
^body:
  %scale = memref.load %B[%row] : memref<?xf32>
  cf.br ^work
^work:
  affine.for %j = 0 to %width {
    %a = memref.load %A[%row, %j] : memref<?x?xf32>
    %scaled = arith.mulf %a, %scale : f32
    memref.store %scaled, %A[%row, %j] : memref<?x?xf32>
  }
  memref.store %scale, %B[%row] : memref<?xf32>
  %next = arith.addi %row, %c1 : index
  cf.br ^head(%next : index)
^end:
  return
}
