// why:    a sum through the result of an `affine.if` is no accumulation; the operations differ, the numbers do not: tested, as by `validate`
// run:    check --transform "reverse(i)"
// expect: unknown
func.func @sum_of_every_second(%A: memref<?xf32>, %s: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %t = affine.load %s[] : memref<f32>
    %kept = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) -> f32 {
      %v = affine.load %A[%i] : memref<?xf32>
      %sum = arith.addf %t, %v : f32
      affine.yield %sum : f32
    } else {
      affine.yield %t : f32
    }
    affine.store %kept, %s[] : memref<f32>
  }
  return
}
