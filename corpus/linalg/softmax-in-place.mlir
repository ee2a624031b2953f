// why:    a softmax of columns, in place: what is read is gone when the quotients are written
// run:    relations
// expect: ok
// run:    deps --value-based
// expect: ok
func.func @in_place(%x: memref<4x8xf32>) {
  linalg.softmax dimension(0) ins(%x : memref<4x8xf32>) outs(%x : memref<4x8xf32>)
  return
}
