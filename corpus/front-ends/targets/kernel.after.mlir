gpu.module @kernels {
  gpu.func @keep(%m: memref<16xf32>, %i: index) kernel {
    %v = memref.load %m[%i] : memref<16xf32>
    memref.store %v, %m[%i] : memref<16xf32>
    gpu.return
  }
  gpu.func @same(%q: memref<16xf32>, %j: index) kernel {
    %w = memref.load %q[%j] : memref<16xf32>
    memref.store %w, %q[%j] : memref<16xf32>
    gpu.return
  }
}
