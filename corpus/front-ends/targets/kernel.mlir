// why:    one thread leaves what it reads as it was; others may write there meanwhile, so the kernels are not the same
// run:    validate %after
// expect: unknown
gpu.module @kernels {
  gpu.func @keep(%m: memref<16xf32>, %i: index) kernel {
    gpu.return
  }
  gpu.func @same(%m: memref<16xf32>, %i: index) kernel {
    %v = memref.load %m[%i] : memref<16xf32>
    memref.store %v, %m[%i] : memref<16xf32>
    gpu.return
  }
}
