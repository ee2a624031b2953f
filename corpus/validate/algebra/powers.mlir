// why:    a power with the exponent 2, 1, 0 or -1 is one operation if it is rounded correctly, which the proof assumes
// run:    validate %after
// expect: proved
func.func @square(%a: f32) -> f32 {
  %k = arith.constant 2.0 : f32
  %r = math.powf %a, %k : f32
  return %r : f32
}
func.func @itself(%a: f64) -> f64 {
  %k = arith.constant 1.0 : f64
  %r = math.powf %a, %k : f64
  return %r : f64
}
func.func @nothing(%a: bf16) -> bf16 {
  %k = arith.constant 0.0 : bf16
  %r = math.powf %a, %k : bf16
  return %r : bf16
}
func.func @inverse(%a: f32) -> f32 {
  %k = arith.constant -1.0 : f32
  %r = math.powf %a, %k : f32
  return %r : f32
}
func.func @lanes(%a: vector<4xf16>) -> vector<4xf16> {
  %k = arith.constant dense<2.0> : vector<4xf16>
  %r = math.powf %a, %k : vector<4xf16>
  return %r : vector<4xf16>
}
func.func @licensed(%a: f32) -> f32 {
  %k = arith.constant 2.0 : f32
  %r = math.powf %a, %k fastmath<fast> : f32
  return %r : f32
}
func.func @loop(%A: memref<?xf32>, %n: index) {
  %k = arith.constant 2.0 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %r = math.powf %a, %k : f32
    affine.store %r, %A[%i] : memref<?xf32>
  }
  return
}
func.func @structured(%A: tensor<8xf32>) -> tensor<8xf32> {
  %k = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%A : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = math.powf %in, %k : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
