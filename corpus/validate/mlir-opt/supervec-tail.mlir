// why:    vector tail: the store loop of 6 elements is turned into two full vectors of 4: elements 6 and 7 are overwritten (mlir-opt 22: --affine-super-vectorize='virtual-vector-size=4')
// run:    validate %after
// expect: refuted
func.func @head_only(%A: memref<8xi32>) {
  %ci32_0 = arith.constant 99 : i32
  affine.for %i = 0 to 6 {
    affine.store %ci32_0, %A[%i] : memref<8xi32>
  }
  return
}
