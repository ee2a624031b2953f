// why:    and the other way round, as a pass that lifts loops does
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %step = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, f32)
^head(%i: index, %acc: f32):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^exit
^body:
  %a = memref.load %A[%i] : memref<?xf32>
  %s = arith.addf %acc, %a : f32
  memref.store %s, %A[%i] : memref<?xf32>
  %next = arith.addi %i, %step : index
  cf.br ^head(%next, %s : index, f32)
^exit:
  return %acc : f32
}
