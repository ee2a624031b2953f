// why:    a loop that carries the accumulator through a branch on data
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
func.func @marked(%A: memref<?xi32>, %marks: memref<?xi1>, %n: index, %s: memref<i32>) {
  %zero = arith.constant 0 : i32
  %sum = affine.for %i = 0 to %n iter_args(%t = %zero) -> i32 {
    %a = affine.load %A[%i] : memref<?xi32>
    %mark = affine.load %marks[%i] : memref<?xi1>
    %r = scf.if %mark -> i32 {
      %u = arith.addi %t, %a : i32
      scf.yield %u : i32
    } else {
      scf.yield %t : i32
    }
    affine.yield %r : i32
  }
  affine.store %sum, %s[] : memref<i32>
  return
}
