func.func @scale(%x: i32, %m: i32, %by: i8) -> i32 {
  %c1 = arith.constant 1 : i64
  %a = arith.extsi %x : i32 to i64
  %b = arith.extsi %m : i32 to i64
  %s = arith.extui %by : i8 to i64
  %p = arith.muli %a, %b : i64
  %t = arith.subi %s, %c1 : i64
  %h = arith.shli %c1, %t : i64
  %sum = arith.addi %p, %h : i64
  %q = arith.shrsi %sum, %s : i64
  %r = arith.trunci %q : i64 to i32
  return %r : i32
}
func.func @mul() -> tensor<2xi32> {
  %r = "tosa.const"() {values = dense<68> : tensor<2xi32>} : () -> tensor<2xi32>
  return %r : tensor<2xi32>
}
