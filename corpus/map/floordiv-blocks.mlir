// why:    through floordiv and mod one block of B comes from four neighbours of A, and one element of A goes to one place
// run:    map --stmt S0 --data '{ B[x,y] : x = 2 }'
// expect: ok
// run:    map --stmt S0 --iterations '{ [i] : 4 <= i < 10 }'
// expect: ok
func.func @floordiv_blocks(%A: memref<32xf32>, %B: memref<8x4xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    affine.store %a, %B[%i floordiv 4, %i mod 4] : memref<8x4xf32>
  }
  return
}
