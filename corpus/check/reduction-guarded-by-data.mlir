// why:    a selection between the accumulator and an accumulation is one: it adds what it selects, or nothing
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
func.func @sum_of_marked(%A: memref<?xf32>, %marks: memref<?xi1>, %s: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xf32>
    %mark = affine.load %marks[%i] : memref<?xi1>
    %t = affine.load %s[] : memref<f32>
    %sum = arith.addf %t, %v : f32
    %kept = arith.select %mark, %sum, %t : f32
    affine.store %kept, %s[] : memref<f32>
  }
  return
}
