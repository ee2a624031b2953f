// why:    what is within the array need not be within a slice of it
// run:    validate %after
// expect: refuted
func.func @f(%src: tensor<?xf32>, %o: index, %p: index, %n: index, %m: index) -> tensor<?xf32> {
  %q = arith.addi %o, %p : index
  %1 = tensor.extract_slice %src[%q] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
