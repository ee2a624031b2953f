func.func @by_way_of_double(%a: f32) -> f16 {
  %0 = arith.truncf %a : f32 to f16
  return %0 : f16
}
func.func @brain_float_by_hand(%a: vector<64xf32>) -> vector<64xbf16> {
  %nan = arith.cmpf une, %a, %a : vector<64xf32>
  %half = arith.constant dense<32767> : vector<64xi32>
  %quiet = arith.constant dense<32704> : vector<64xi16>
  %c16 = arith.constant dense<16> : vector<64xi32>
  %c1 = arith.constant dense<1> : vector<64xi32>
  %0 = arith.bitcast %a : vector<64xf32> to vector<64xi32>
  %1 = arith.shrui %0, %c16 : vector<64xi32>
  %2 = arith.andi %1, %c1 : vector<64xi32>
  %3 = arith.addi %2, %half : vector<64xi32>
  %4 = arith.addi %0, %3 : vector<64xi32>
  %5 = arith.shrui %4, %c16 : vector<64xi32>
  %6 = arith.trunci %5 : vector<64xi32> to vector<64xi16>
  %7 = arith.select %nan, %quiet, %6 : vector<64xi1>, vector<64xi16>
  %8 = arith.bitcast %7 : vector<64xi16> to vector<64xbf16>
  return %8 : vector<64xbf16>
}
func.func @wide_then_double(%a: i16) -> f64 {
  %0 = arith.sitofp %a : i16 to f64
  return %0 : f64
}
func.func @no_sign(%a: i32) -> i1 {
  %true = arith.constant true
  return %true : i1
}
func.func @up() -> bf16 {
  %c = arith.constant 1.0078125 : bf16
  return %c : bf16
}
func.func @signs_of_products(%a: f32, %b: f32) -> (f32, f32) {
  %0 = arith.mulf %b, %a : f32
  %1 = arith.divf %a, %b : f32
  %2 = arith.negf %1 : f32
  return %0, %2 : f32, f32
}
func.func @bits_through_floats(%a: i16) -> i16 {
  return %a : i16
}
func.func @less_of_two(%a: f32, %b: f32) -> f32 {
  %0 = arith.cmpf ult, %a, %b : f32
  %1 = arith.select %0, %a, %b : f32
  %2 = arith.cmpf uno, %a, %a : f32
  %3 = arith.select %2, %b, %1 : f32
  return %3 : f32
}
func.func @short_products(%a: i8, %b: i8) -> i32 {
  %0 = arith.extsi %a : i8 to i16
  %1 = arith.extui %b : i8 to i16
  %2 = arith.muli %0, %1 : i16
  %3 = arith.extsi %2 : i16 to i32
  return %3 : i32
}
func.func @by_one_everywhere(%a: tensor<?x5xi32>) -> tensor<?x5xi32> {
  return %a : tensor<?x5xi32>
}
func.func @quotients_by_one(%a: tensor<4x5xi32>) -> tensor<4x5xi32> {
  return %a : tensor<4x5xi32>
}
func.func @exact_both(%a: i64) -> i32 {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrui %a, %c32 exact : i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}
func.func @quotients_by_four(%a: vector<70xi8>) -> (vector<70xi8>, vector<70xi8>) {
  %c2 = arith.constant dense<2> : vector<70xi8>
  %c3 = arith.constant dense<3> : vector<70xi8>
  %zero = arith.constant dense<0> : vector<70xi8>
  %low = arith.andi %a, %c3 : vector<70xi8>
  %is_negative = arith.cmpi slt, %a, %zero : vector<70xi8>
  %is_exact = arith.cmpi eq, %low, %zero : vector<70xi8>
  %four = arith.constant dense<4> : vector<70xi8>
  %less = arith.subi %low, %four : vector<70xi8>
  %below = arith.select %is_exact, %low, %less : vector<70xi1>, vector<70xi8>
  %1 = arith.select %is_negative, %below, %low : vector<70xi1>, vector<70xi8>
  %one = arith.constant dense<1> : vector<70xi8>
  %down = arith.shrui %a, %c2 : vector<70xi8>
  %more = arith.addi %down, %one : vector<70xi8>
  %2 = arith.select %is_exact, %down, %more : vector<70xi1>, vector<70xi8>
  return %1, %2 : vector<70xi8>, vector<70xi8>
}
