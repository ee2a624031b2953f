// why:    an external function reads two elements and writes one, as its relations say: calls of it are analysed
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    parse
// expect: ok
##pair = (d0) -> (r0) : r0 - d0 >= 0, d0 - r0 + 1 >= 0
##one = (d0) -> (r0) : r0 == d0

func.func private @mean(%from: memref<128xf32>, %to: memref<128xf32>, %at: index)
  reads: {%from ##pair(%at)}
  writes: {%to ##one(%at)}

func.func @means(%A: memref<128xf32>, %B: memref<128xf32>) {
  affine.for %i = 0 to 127 {
    func.call @mean(%A, %B, %i) : (memref<128xf32>, memref<128xf32>, index) -> ()
  }
  return
}
