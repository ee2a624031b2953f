// why:    the extent is that of the branch that is taken, and not of the first one
// run:    validate %after
// expect: refuted
func.func @f(%x: tensor<?xf32>, %n: index, %m: index, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi slt, %n, %m : index
  %t = scf.if %p -> (tensor<?xf32>) {
    %e = tensor.empty(%n) : tensor<?xf32>
    scf.yield %e : tensor<?xf32>
  } else {
    %e = tensor.empty(%m) : tensor<?xf32>
    scf.yield %e : tensor<?xf32>
  }
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  return %d : index
}
