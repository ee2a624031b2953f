// why:    a function is called in a loop and outside of it: an operation in it is in loops of its callers
// run:    map --func f --trace %trace --data "{ A[e] : e <= 1 }"
// expect: ok
// run:    map --func f --trace %trace --iterations "{ [i, k] : k = 1 }"
// expect: ok
// run:    footprint --func f --trace %trace --tile k=2
// expect: ok
// run:    check --func f --trace %trace --transform "reverse(i)"
// expect: error
func.func @row(%B: memref<4xi32>, %z: i32) {
  affine.for %k = 0 to 4 {
    affine.store %z, %B[%k] : memref<4xi32>
  }
  return
}
func.func @f(%A: memref<4xi32>, %z: i32) {
  func.call @row(%A, %z) : (memref<4xi32>, i32) -> ()
  affine.for %i = 0 to 2 {
    func.call @row(%A, %z) : (memref<4xi32>, i32) -> ()
  }
  return
}
