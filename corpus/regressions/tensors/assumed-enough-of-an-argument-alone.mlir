// why:    assumed of an argument that only the second program uses
// run:    validate %after --assume "n >= 0 and o >= 0 and o + n <= src.0 and p >= 0 and p + m <= n"
// expect: proved
func.func @f(%src: tensor<?xf32>, %o: index, %p: index, %n: index, %m: index) -> tensor<?xf32> {
  %q = arith.addi %o, %p : index
  %1 = tensor.extract_slice %src[%q] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
