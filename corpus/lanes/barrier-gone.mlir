// why:    A barrier at which other warps may wait is left out.
// run:    validate %after
// expect: unknown
func.func @wait(%lane: index, %A: memref<64xf32>, %B: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %x = memref.load %A[%lane] : memref<64xf32>
  memref.store %x, %B[%lane] : memref<64xf32>
  gpu.barrier
  gpu.warp_execute_on_lane_0(%lane)[4] {
    %c0 = arith.constant 0 : index
    memref.store %zero, %B[%c0] : memref<64xf32>
  }
  return
}
