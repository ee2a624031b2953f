// why:    two operations with other attributes are two functions, each of which touches its row: all of the first come first now
// run:    check --transform "reverse(i)" --effects examples/library.toml
// expect: proved
func.func @f(%x: memref<?x64xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x64xf32>
  affine.for %i = 0 to %n {
    "sig.filter"(%i, %x) {taps = 3} : (index, memref<?x64xf32>) -> ()
    "sig.filter"(%i, %x) {taps = 5} : (index, memref<?x64xf32>) -> ()
  }
  return
}
