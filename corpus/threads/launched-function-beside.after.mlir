module attributes {gpu.container_module} {
  func.func @scale(%arg0: memref<64xf32>, %arg1: f32) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func  @scale_kernel::@scale_kernel blocks in (%c8, %c1, %c1) threads in (%c8, %c1, %c1)  args(%c8 : index, %arg0 : memref<64xf32>, %arg1 : f32)
    return
  }
  gpu.module @scale_kernel {
    gpu.func @scale_kernel(%arg0: index, %arg1: memref<64xf32>, %arg2: f32) kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 8, 1, 1>} {
      %block_id_x = gpu.block_id  x
      %block_id_y = gpu.block_id  y
      %block_id_z = gpu.block_id  z
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %thread_id_z = gpu.thread_id  z
      %grid_dim_x = gpu.grid_dim  x
      %grid_dim_y = gpu.grid_dim  y
      %grid_dim_z = gpu.grid_dim  z
      %block_dim_x = gpu.block_dim  x
      %block_dim_y = gpu.block_dim  y
      %block_dim_z = gpu.block_dim  z
      %0 = arith.muli %block_id_x, %arg0 : index
      %1 = arith.subi %0, %thread_id_x : index
      %2 = memref.load %arg1[%1] : memref<64xf32>
      %3 = arith.mulf %2, %arg2 : f32
      memref.store %3, %arg1[%1] : memref<64xf32>
      gpu.return
    }
  }
}

