// why:    a buffer that was given to a call is freed before another call, which may look
// run:    validate %after
// expect: refuted
func.func private @use(memref<4xf32>)
func.func private @tick()
memref.global "private" @G : memref<f32> = dense<1.0>
func.func @memory(%A: memref<4xf32>, %x: f32) {
  %g = memref.get_global @G : memref<f32>
  %given = memref.alloc() : memref<4xf32>
  %mine = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %x, %given[%i] : memref<4xf32>
    affine.store %x, %mine[%i] : memref<4xf32>
  }
  func.call @use(%given) : (memref<4xf32>) -> ()
  affine.store %x, %g[] : memref<f32>
  func.call @tick() : () -> ()
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %b = affine.load %mine[%i] : memref<4xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %A[%i] : memref<4xf32>
  }
  memref.dealloc %given : memref<4xf32>
  memref.dealloc %mine : memref<4xf32>
  return
}
