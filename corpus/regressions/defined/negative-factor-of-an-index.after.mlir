func.func @f(%n: index) {
  %c-1 = arith.constant -1 : index
  %0 = arith.muli %n, %c-1 overflow<nsw> : index
  %c1 = arith.constant 1 : index
  scf.for %i = %0 to %n step %c1 {
  }
  return
}
