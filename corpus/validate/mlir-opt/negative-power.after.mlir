module {
  func.func @f(%arg0: i32) -> i32 {
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.muli %arg0, %arg0 : i32
    %1 = arith.divsi %c1_i32, %0 : i32
    return %1 : i32
  }
}

