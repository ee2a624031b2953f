// why:    what an operation that nobody knows touches is said by a table: rows are independent
// run:    check --transform "parallelize(i)" --effects examples/library.toml
// expect: proved
// run:    relations --effects examples/library.toml
// expect: ok
func.func @f(%x: memref<?x64xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x64xf32>
  affine.for %i = 0 to %n {
    "sig.filter"(%i, %x) {taps = 3} : (index, memref<?x64xf32>) -> ()
  }
  return
}
