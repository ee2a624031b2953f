// why:    a maximum by comparison and selection; a NaN among the values is never taken, in any order
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
func.func @greatest(%A: memref<?xf32>, %s: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xf32>
    %t = affine.load %s[] : memref<f32>
    %greater = arith.cmpf ogt, %v, %t : f32
    %kept = arith.select %greater, %v, %t : f32
    affine.store %kept, %s[] : memref<f32>
  }
  return
}
