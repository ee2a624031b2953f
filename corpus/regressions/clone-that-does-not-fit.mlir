// why:    a clone of another extent than its type says is undefined
// run:    validate %after
// expect: proved
func.func @f(%a: memref<?xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %a : memref<?xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
