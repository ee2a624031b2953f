// why:    what is moved if the last tile stays is a difference, whose second part has two cases; the minus is before both
// run:    footprint --tile j=4 --param n=5
// expect: ok

func.func @t(%n: index, %A: memref<?x?xf64>) {
  %z = arith.constant 0.0 : f64
  affine.for %k = 0 to %n {
    affine.for %j = affine_map<(i) -> (i + 1)>(%k) to %n {
      affine.store %z, %A[0, %j] : memref<?x?xf64>
    }
  }
  return
}
