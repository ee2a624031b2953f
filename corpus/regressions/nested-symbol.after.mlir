module @inner {
  func.func nested @pair(%a: i32) -> (i32, i32) {
    %one = arith.constant 1 : i32
    return %one, %one : i32, i32
  }
  func.func @f() -> (i32, i32) {
    %one = arith.constant 1 : i32
    %pair:2 = call @pair(%one) : (i32) -> (i32, i32)
    return %pair#0, %pair#1 : i32, i32
  }
}
