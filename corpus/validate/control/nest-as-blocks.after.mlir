func.func @f(%A: memref<?x?xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^outer(%c0 : index)
^outer(%i: index):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^start, ^exit
^start:
  cf.br ^inner(%c0 : index)
^inner(%j: index):
  %goes = arith.cmpi slt, %j, %m : index
  cf.cond_br %goes, ^check, ^next
^check:
  %below = arith.cmpi sle, %j, %i : index
  cf.cond_br %below, ^write, ^join
^write:
  memref.store %x, %A[%i, %j] : memref<?x?xf32>
  cf.br ^join
^join:
  %j1 = arith.addi %j, %c1 : index
  cf.br ^inner(%j1 : index)
^next:
  %i1 = arith.addi %i, %c1 : index
  cf.br ^outer(%i1 : index)
^exit:
  return
}
