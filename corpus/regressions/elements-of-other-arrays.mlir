// why:    elements that are equal do not make arrays equal: their extents may differ, and what must hold for each element holds for none where there are none (found while reading bits.rs before it was released)
// run:    validate %after
// expect: refuted
func.func @open_extents(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.xori %a, %a : tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func @longer(%m: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<4xf32>
  vector.transfer_write %v, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<16xf32>
  return
}
func.func @nothing(%s: i32, %t: tensor<0xi32>) -> (i32, tensor<0xi32>) {
  %c = arith.constant 7 : i32
  %0 = arith.constant dense<7> : tensor<0xi32>
  %d = tensor.splat %s : tensor<0xi32>
  %1 = arith.divsi %0, %d : tensor<0xi32>
  return %s, %1 : i32, tensor<0xi32>
}
