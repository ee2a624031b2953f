// why:    only functions of one dialect are compared: another function that changed was not mentioned, and all was proved
// run:    validate %after
// expect: unknown
// run:    validate %after --func f
// expect: proved
func.func @f(%A: memref<4xf32>) {
  return
}
llvm.func @g(%x: i32) -> i32 {
  llvm.return %x : i32
}
memref.global @table : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" @hidden : memref<2xf32> = dense<[1.0, 2.0]>
gpu.module @kernels {
  gpu.func @k(%x: f32) kernel {
    gpu.return
  }
}
