// why:    as `tiled`, but the load is after the operation, which may write the buffer, or may not
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 1 to 9 {
    %a = affine.load %A[%i - 1] : memref<8xf32>
    %d = arith.addf %a, %a : f32
    gpu.barrier
    test.send %B[0], [%d] {tag = "x"} : memref<8xf32>, f32
  }
  return
}
