// why:    floats are made wider, narrower, from whole numbers and by other operations on their bits, and come out as they were
// run:    validate %after
// expect: proved
func.func @by_way_of_double(%a: f32) -> f16 {
  %0 = arith.extf %a : f32 to f64
  %1 = arith.truncf %0 : f64 to f16
  return %1 : f16
}
func.func @brain_float_by_hand(%a: vector<64xf32>) -> vector<64xbf16> {
  %0 = arith.truncf %a : vector<64xf32> to vector<64xbf16>
  return %0 : vector<64xbf16>
}
func.func @wide_then_double(%a: i16) -> f64 {
  %0 = arith.extsi %a : i16 to i64
  %1 = arith.sitofp %0 : i64 to f64
  return %1 : f64
}
func.func @no_sign(%a: i32) -> i1 {
  %c = arith.constant -4.4 : f64
  %0 = arith.uitofp %a : i32 to f64
  %1 = arith.cmpf ogt, %0, %c : f64
  return %1 : i1
}
func.func @up() -> bf16 {
  %c = arith.constant 1.00390625 : f32
  %0 = arith.truncf %c upward : f32 to bf16
  return %0 : bf16
}
func.func @signs_of_products(%a: f32, %b: f32) -> (f32, f32) {
  %0 = arith.negf %a : f32
  %1 = arith.negf %b : f32
  %2 = arith.mulf %0, %1 : f32
  %3 = arith.divf %0, %b : f32
  return %2, %3 : f32, f32
}
func.func @bits_through_floats(%a: i16) -> i16 {
  %0 = arith.bitcast %a : i16 to f16
  %1 = arith.bitcast %0 : f16 to bf16
  %2 = arith.bitcast %1 : bf16 to i16
  return %2 : i16
}
func.func @less_of_two(%a: f32, %b: f32) -> f32 {
  %0 = arith.minnumf %a, %b : f32
  return %0 : f32
}
func.func @short_products(%a: i8, %b: i8) -> i32 {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extui %b : i8 to i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func @by_one_everywhere(%a: tensor<?x5xi32>) -> tensor<?x5xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x5xi32>
  %one = arith.constant 1 : i32
  %ones = tensor.splat %one[%n] : tensor<?x5xi32>
  %0 = arith.muli %a, %ones : tensor<?x5xi32>
  return %a : tensor<?x5xi32>
}
func.func @quotients_by_one(%a: tensor<4x5xi32>) -> tensor<4x5xi32> {
  %ones = arith.constant dense<1> : tensor<4x5xi32>
  %0 = arith.ceildivsi %a, %ones : tensor<4x5xi32>
  return %0 : tensor<4x5xi32>
}
func.func @exact_both(%a: i64) -> i32 {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrsi %a, %c32 exact : i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}
func.func @quotients_by_four(%a: vector<70xi8>) -> (vector<70xi8>, vector<70xi8>) {
  %four = arith.constant dense<4> : vector<70xi8>
  %1 = arith.remsi %a, %four : vector<70xi8>
  %2 = arith.ceildivui %a, %four : vector<70xi8>
  return %1, %2 : vector<70xi8>, vector<70xi8>
}
