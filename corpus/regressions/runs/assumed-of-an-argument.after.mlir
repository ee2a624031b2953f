func.func @count(%A: memref<?xi32>, %A_0: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 2)>()[%A_0] {
    %a = affine.load %A[0] : memref<?xi32>
    %b = arith.addi %a, %one : i32
    affine.store %b, %A[0] : memref<?xi32>
  }
  return
}
