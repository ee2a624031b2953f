// why:    a loop over parallel iterations is the same in both forms, also around calls
// run:    validate %after
// expect: proved
func.func private @callee(index, index)
func.func @f(%n: index, %step: index) {
  scf.forall (%i, %j) = (1, 0) to (%n, 8) step (%step, 2) {
    func.call @callee(%i, %j) : (index, index) -> ()
  }
  return
}
