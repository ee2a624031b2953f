// why:    a loop over parallel iterations in another form begins elsewhere
// run:    validate %after
// expect: unknown
func.func private @callee(index, index)
func.func @f(%n: index, %step: index) {
  scf.forall (%i, %j) = (1, 0) to (%n, 8) step (%step, 2) {
    func.call @callee(%i, %j) : (index, index) -> ()
  }
  return
}
