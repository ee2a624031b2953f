// why:    the same function on one buffer: each call reads what the next one overwrites, and no run can show it
// run:    deps
// expect: ok
// run:    check --transform "reverse(i)"
// expect: unknown
// run:    check --transform "tile(i=8)"
// expect: proved
##pair = (d0) -> (r0) : 0 <= r0 - d0 <= 1
##one = (d0) -> (r0) : r0 == d0

func.func private @mean(%from: memref<128xf32>, %to: memref<128xf32>, %at: index)
  reads: {%from ##pair(%at)}
  writes: {%to ##one(%at)}

func.func @means(%A: memref<128xf32>) {
  affine.for %i = 0 to 127 {
    func.call @mean(%A, %A, %i) : (memref<128xf32>, memref<128xf32>, index) -> ()
  }
  return
}
