// why:    interchange dependence: structured.interchange of an order-dependent body (2*acc + x) marked as reduction (mlir-opt 22: transform.structured.interchange)
// run:    validate %after
// expect: refuted
func.func @horner2(%in: memref<3x4xi32>, %out: memref<i32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%in : memref<3x4xi32>) outs(%out : memref<i32>) {
  ^bb0(%x: i32, %y: i32):
    %two = arith.constant 2 : i32
    %d = arith.muli %y, %two : i32
    %s = arith.subi %d, %x : i32
    linalg.yield %s : i32
  }
  return
}
