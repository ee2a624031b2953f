// why:    primitive operations, iota: elements are the number of their row
// run:    relations
// expect: ok
// run:    run --func as_elementwise
// expect: ok
func.func @iota(%out: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %iota = linalg.iota outs(%out:tensor<8x16xf32>) dim = [0]
  return %iota : tensor<8x16xf32>
}

func.func @as_elementwise(%out: tensor<8x16xindex>) -> tensor<8x16xindex> {
  %iota = linalg.elementwise outs(%out:tensor<8x16xindex>) () {
    %0 = linalg.index : 0
    linalg.yield %0 : index
  }
  return %iota : tensor<8x16xindex>
}
