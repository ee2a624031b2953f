// why:    scalrep: unrolled window kept in registers (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=-1},affine-loop-unroll{unroll-factor=-1},affine-scalrep))')
// run:    validate %after
// expect: proved
func.func @maxpool(%X: memref<?x?xf32>, %Y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %P = memref.dim %Y, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %Q = memref.dim %Y, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %P {
    affine.for %j = 0 to %Q {
      %v1 = affine.load %X[%i * 2, %j * 2] : memref<?x?xf32>
      affine.store %v1, %Y[%i, %j] : memref<?x?xf32>
      affine.for %a = 0 to 2 {
        affine.for %b = 0 to 2 {
          %v2 = affine.load %Y[%i, %j] : memref<?x?xf32>
          %v3 = affine.load %X[%i * 2 + %a, %j * 2 + %b] : memref<?x?xf32>
          %v4 = arith.maximumf %v2, %v3 : f32
          affine.store %v4, %Y[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
