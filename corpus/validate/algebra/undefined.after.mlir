func.func @shift(%a: i32, %b: i32) -> i32 {
  %s = arith.shli %a, %b : i32
  %x = arith.addi %a, %s : i32
  %y = arith.subi %x, %s : i32
  return %y : i32
}
func.func @never(%a: i32) -> i32 {
  %m = memref.alloca() : memref<1xi32>
  %s = affine.load %m[0] : memref<1xi32>
  %x = arith.addi %a, %s : i32
  %y = arith.subi %x, %s : i32
  return %y : i32
}
func.func @flag(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b overflow<nsw> : i32
  %y = arith.subi %s, %b : i32
  return %y : i32
}
