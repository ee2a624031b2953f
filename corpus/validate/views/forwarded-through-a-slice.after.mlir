func.func @f(%A: memref<16xf32>, %x: f32, %o: index, %s: index, %i: index) -> f32 {
  %0 = arith.muli %i, %s : index
  %1 = arith.addi %o, %0 : index
  memref.store %x, %A[%1] : memref<16xf32>
  return %x : f32
}
