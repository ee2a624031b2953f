// why:    offset and strides of an argument are those of its type
// run:    validate %after
// expect: refuted
func.func @f(%a: memref<5x4xf32, strided<[8,1], offset: 2>>) -> (index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %a : memref<5x4xf32, strided<[8,1], offset: 2>> -> memref<f32>, index, index, index, index, index
  return %o, %t#0 : index, index
}
