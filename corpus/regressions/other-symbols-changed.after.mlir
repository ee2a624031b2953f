func.func @f(%A: memref<4xf32>) {
  return
}
llvm.func @g(%x: i32) -> i32 {
  %y = llvm.add %x, %x : i32
  llvm.return %y : i32
}
memref.global @table : memref<2xf32> = dense<[1.0, 3.0]>
gpu.module @kernels {
  gpu.func @k(%x: f32) kernel {
    gpu.barrier
    gpu.return
  }
}
func.func @new(%A: memref<4xf32>) {
  return
}
