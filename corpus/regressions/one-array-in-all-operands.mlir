// why:    one value as both inputs and the output of its last use: the interpreter moved it out at the first, and could not run it
// run:    validate %after
// expect: refuted
func.func @cube(%A: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%A, %A : tensor<3xf64>, tensor<3xf64>) outs(%A : tensor<3xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    linalg.yield %q : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}
