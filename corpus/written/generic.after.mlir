func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 2 {
      %a = affine.load %A[%i * 2 + %j] : memref<8xf32>
      %d = arith.addf %a, %a : f32
      "gpu.barrier"() : () -> ()
      test.send%B[0],[%d]{tag="x"}:memref<8xf32>, f32
    }
  }
  return
}
