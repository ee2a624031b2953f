// why:    TOSA leaves open what shifts by less than 2 or more than 62 do ("RESCALE"), and a shifted product of 8 bits is no operation of it: nothing is refuted by those
// run:    validate %after
// expect: unknown
func.func @scale(%x: i32, %m: i32, %by: i8) -> i32 {
  %r = tosa.apply_scale %x, %m, %by {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %r : i32
}
func.func @mul() -> tensor<2xi32> {
  %one = "tosa.const"() {values = dense<17> : tensor<2xi8>} : () -> tensor<2xi8>
  %two = "tosa.const"() {values = dense<32> : tensor<2xi8>} : () -> tensor<2xi8>
  %by = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.mul %one, %two, %by : (tensor<2xi8>, tensor<2xi8>, tensor<1xi8>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
