// why:    functions of `llvm`, `gpu` and `spirv` are functions: read with their branches, printed as they were
// run:    parse
// expect: ok
module attributes {gpu.container_module} {
  llvm.func @printf(!llvm.ptr, ...) -> i32
  llvm.func internal @increment(%a: i32, %p: !llvm.ptr {llvm.noalias}) -> i32 attributes {passthrough = ["nounwind"]} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %sum = llvm.add %a, %one overflow<nsw> : i32
    %old = llvm.load %p : !llvm.ptr -> i32
    %less = llvm.icmp "slt" %sum, %old : i32
    llvm.cond_br %less, ^bb1, ^bb2(%sum : i32)
  ^bb1:
    llvm.store %sum, %p : i32, !llvm.ptr
    llvm.br ^bb2(%old : i32)
  ^bb2(%r: i32):
    llvm.return %r : i32
  }
  gpu.module @kernels [#nvvm.target] {
    gpu.func @scale(%m: memref<16xf32>) workgroup(%w : memref<16xf32, 3>) private(%p : memref<1xf32, 5>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<16xf32>
      memref.store %v, %w[%i] : memref<16xf32, 3>
      gpu.barrier
      %u = memref.load %w[%i] : memref<16xf32, 3>
      memref.store %u, %m[%i] : memref<16xf32>
      gpu.return
    }
  }
  spirv.module @shaders Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
    spirv.func @square(%x: f32) -> f32 "None" {
      %0 = spirv.FMul %x, %x : f32
      spirv.ReturnValue %0 : f32
    }
    spirv.func @nothing() "Inline" {
      spirv.Branch ^bb1
    ^bb1:
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @nothing
    spirv.ExecutionMode @nothing "LocalSize", 1, 1, 1
  }
  func.func @host(%m: memref<16xf32>, %bytes: i32) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%nx = %c16, %ny = %c1, %nz = %c1) dynamic_shared_memory_size %bytes workgroup(%w : memref<16xf32, 3>) {
      %v = memref.load %m[%tx] : memref<16xf32>
      memref.store %v, %w[%nx] : memref<16xf32, 3>
      gpu.terminator
    }
    gpu.launch_func @kernels::@scale blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<16xf32>)
    return
  }
}
