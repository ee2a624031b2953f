// why:    rows of a sparse matrix: which elements of x a row reads is data, and one run says which
// run:    map --trace %trace --data "{ x[e] : e >= 2 }"
// expect: ok
// run:    map --trace %trace --iterations "{ [i, k] : i = 2 }"
// expect: ok
// run:    map --trace %trace --data "{ z[0] }"
// expect: error
// run:    footprint --trace %trace
// expect: ok
// run:    footprint --trace %trace --tile i=2
// expect: ok
// run:    footprint --trace %trace --tile m=2
// expect: error
// run:    check --trace %trace --transform "parallelize(i)"
// expect: proved
// run:    check --trace %trace --transform "reverse(k)"
// expect: unknown
// run:    check --trace %trace --transform "parallelize(k)"
// expect: unknown
func.func @spmv(%ptr: memref<?xindex>, %col: memref<?xindex>, %val: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %lo = affine.load %ptr[%i] : memref<?xindex>
    %hi = affine.load %ptr[%i + 1] : memref<?xindex>
    scf.for %k = %lo to %hi step %c1 {
      %j = memref.load %col[%k] : memref<?xindex>
      %a = memref.load %val[%k] : memref<?xf32>
      %b = memref.load %x[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = affine.load %y[%i] : memref<?xf32>
      %t = arith.addf %s, %p : f32
      affine.store %t, %y[%i] : memref<?xf32>
    }
  }
  return
}
