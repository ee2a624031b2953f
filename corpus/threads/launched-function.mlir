// why:    a kernel in a module of its own, launched by name: the launch is the same as one with the body in place
// run:    validate %after --func scale
// expect: proved
module attributes {gpu.container_module} {
  func.func @scale(%A: memref<64xf32>, %f: f32) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
      %x = arith.muli %bx, %c8 : index
      %i = arith.addi %x, %tx : index
      %a = memref.load %A[%i] : memref<64xf32>
      %b = arith.mulf %a, %f : f32
      memref.store %b, %A[%i] : memref<64xf32>
      gpu.terminator
    }
    return
  }
}
