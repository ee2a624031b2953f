// why:    call side effect: an opaque call through a cast between producer and consumer is crossed (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-fusion))')
// run:    validate %after --func stage
// expect: refuted
func.func private @audit(memref<?xi32>)
func.func @stage(%src: memref<9xi32>, %buf: memref<9xi32>, %dst: memref<9xi32>) {
  affine.for %i = 0 to 9 {
    %x = affine.load %src[%i] : memref<9xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %buf[%i] : memref<9xi32>
  }
  %any = memref.cast %buf : memref<9xi32> to memref<?xi32>
  func.call @audit(%any) : (memref<?xi32>) -> ()
  affine.for %i = 0 to 9 {
    %x = affine.load %buf[%i] : memref<9xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %dst[%i] : memref<9xi32>
  }
  return
}
