// why:    the first program does nothing where `%n` is 0, whatever `%s` is; the second is undefined for steps that are not positive
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %n: index, %s: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %e = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %s : index
    memref.store %x, %A[%i] : memref<?xf32>
    scf.yield %next : index
  }
  return
}
