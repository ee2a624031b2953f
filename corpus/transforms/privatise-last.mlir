// why:    the caller sees what the last iteration leaves; bounds with a minimum and a step say which one that is
// run:    check --transform "privatise(i, T, last); parallelize(i)"
// expect: proved
// run:    check --transform "privatise(i, T, first, last)"
// expect: proved
// run:    check --transform "privatise(i, T); parallelize(i)"
// expect: refuted
// run:    check --transform "privatise(i, T, frist)"
// expect: error
// run:    check --transform "privatise(i, U)"
// expect: error
func.func @last(%A: memref<?xf32>, %T: memref<2xf32>, %n: index, %m: index) {
  affine.for %i = 1 to min affine_map<()[n, m] -> (n, m)>()[%n, %m] step 3 {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %T[0] : memref<2xf32>
    affine.store %b, %T[1] : memref<2xf32>
    %x = affine.load %T[0] : memref<2xf32>
    %y = affine.load %T[1] : memref<2xf32>
    %s = arith.mulf %x, %y : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
