// why:    the payload of one operation inside that of its user, and a dimension of one element left out
// run:    transform --transform "fuse_elementwise(add, exp); drop_unit_dims(exp)"
// expect: ok
// run:    transform --transform "t, l = tile_using_for(exp, d1=4); fuse_into_containing_op(add, l)"
// expect: ok
// run:    check --transform "fuse_elementwise(exp, add)"
// expect: error
// run:    check --transform "t, l = tile_using_for(add, d1=4); fuse_into_containing_op(exp, l)"
// expect: error
func.func @chain(%A: tensor<1x?xf32>, %B: tensor<1x?xf32>, %C: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %0 = linalg.add {polyvet.name = "add"} ins(%A, %B : tensor<1x?xf32>, tensor<1x?xf32>) outs(%C : tensor<1x?xf32>) -> tensor<1x?xf32>
  %1 = linalg.exp {polyvet.name = "exp"} ins(%0 : tensor<1x?xf32>) outs(%C : tensor<1x?xf32>) -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}
