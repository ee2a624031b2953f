module {
  func.func @f(%arg0: f32) -> f32 {
    %cst = arith.constant -1.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = arith.minimumf %arg0, %cst : f32
    %1 = arith.maximumf %0, %cst_0 : f32
    return %1 : f32
  }
}

