// why:    an unknown op has no custom form: only its generic form could be kept as opaque text
// run:    parse
// expect: error
func.func @unknown_op_custom_form(%A: memref<16xf32>) {
  affine.four %i = 0 to 16 {
  }
  return
}
