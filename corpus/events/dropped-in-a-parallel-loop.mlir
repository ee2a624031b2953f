// why:    events in a parallel loop have no order, so they are not run: that runs without iterations agree is no test
// run:    validate %after
// expect: unknown
func.func private @f(index)
func.func @g(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    func.call @f(%i) : (index) -> ()
    scf.reduce
  }
  return
}
