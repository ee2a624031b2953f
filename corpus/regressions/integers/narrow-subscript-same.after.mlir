func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c300 = arith.constant 300 : index
  scf.for %i = %c0 to %c300 step %c1 {
    %c256 = arith.constant 256 : index
 %u = arith.remsi %i, %c256 : index
    memref.store %x, %A[%u] : memref<300xf32>
  }
  return
}
