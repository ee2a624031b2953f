// why:    private buffer small: vector accesses counted as one element: the private buffer is too small (mlir-opt 22: --pass-pipeline='builtin.module(affine-loop-fusion)')
// run:    validate %after
// expect: refuted
func.func @vec(%a: memref<2x12xf32>, %t: memref<2x12xf32>, %o: memref<2x36xf32>) {
  affine.for %j = 0 to 3 {
    %x = affine.vector_load %a[0, %j * 4] : memref<2x12xf32>, vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    affine.vector_store %y, %t[0, %j * 4] : memref<2x12xf32>, vector<4xf32>
  }
  affine.for %j = 0 to 3 {
    %x = affine.vector_load %t[0, 0] : memref<2x12xf32>, vector<12xf32>
    %y = affine.vector_load %o[0, %j * 12] : memref<2x36xf32>, vector<12xf32>
    %z = arith.mulf %x, %y : vector<12xf32>
    affine.vector_store %z, %o[0, %j * 12] : memref<2x36xf32>, vector<12xf32>
  }
  return
}
