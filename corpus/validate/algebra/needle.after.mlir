func.func @hash(%a: i32) -> i1 {
  %c = arith.constant 16 : i32
  %d = arith.constant 0x1badcafe : i32
  %0 = arith.shrui %a, %c : i32
  %1 = arith.xori %a, %0 : i32
  %2 = arith.constant false
  return %2 : i1
}
func.func @array(%A: memref<?xi32>, %n: index, %B: memref<?xi1>) {
  affine.for %i = 0 to %n {
  %a = memref.load %A[%i] : memref<?xi32>
  %c = arith.constant 16 : i32
  %d = arith.constant 0x1badcafe : i32
  %0 = arith.shrui %a, %c : i32
  %1 = arith.xori %a, %0 : i32
  %2 = arith.constant false
  memref.store %2, %B[%i] : memref<?xi1>
  }
  return
}
func.func @tensors(%A: tensor<4x?xi32>) -> tensor<4x?xi1> {
  %c = arith.constant 16 : i32
  %d = arith.constant 0x1badcafe : i32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c1 : tensor<4x?xi32>
  %e = tensor.empty(%n) : tensor<4x?xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types=["parallel","parallel"]} ins(%A : tensor<4x?xi32>) outs(%e : tensor<4x?xi1>) {
  ^bb0(%a: i32, %b: i1):
  %0 = arith.shrui %a, %c : i32
  %1 = arith.xori %a, %0 : i32
  %2 = arith.constant false
  linalg.yield %2 : i1
  } -> tensor<4x?xi1>
  return %r : tensor<4x?xi1>
}
