// why:    call side effect: the call in the producer loop touches the whole buffer; fusion runs it a different number of times on other data (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-fusion{mode=producer maximal}))')
// run:    validate %after --func stream
// expect: refuted
func.func private @notify(memref<12xf32>)
func.func @stream(%src: memref<12xf32>, %mail: memref<12xf32>, %dst: memref<12xf32>) {
  %h = arith.constant 0.5 : f32
  affine.for %i = 0 to 6 {
    %x = affine.load %src[%i] : memref<12xf32>
    %y = arith.mulf %x, %h : f32
    affine.store %y, %mail[%i] : memref<12xf32>
    func.call @notify(%mail) : (memref<12xf32>) -> ()
  }
  affine.for %i = 0 to 6 {
    %x = affine.load %mail[%i] : memref<12xf32>
    %y = arith.addf %x, %h : f32
    affine.store %y, %dst[%i] : memref<12xf32>
  }
  return
}
