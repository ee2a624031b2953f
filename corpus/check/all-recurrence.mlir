// why:    each element needs its left neighbour: no order may turn the loop round, and its iterations race
// run:    check --all --only reverse,parallelize,strip_mine,unroll,interchange --sizes 4
// expect: ok
// run:    check --all --only tyle
// expect: error
func.func @prefix(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %left = affine.load %A[%i - 1] : memref<?xf32>
    %here = affine.load %A[%i] : memref<?xf32>
    %sum = arith.addf %left, %here : f32
    affine.store %sum, %A[%i] : memref<?xf32>
  }
  return
}
