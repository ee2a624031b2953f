func.func private @callee(index, index)
func.func @f(%n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c1, %c0) to (%n, %c8) step (%step, %c2) {
    func.call @callee(%i, %j) : (index, index) -> ()
    scf.reduce
  }
  return
}
