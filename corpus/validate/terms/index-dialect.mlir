// why:    operations of the `index` dialect are those of `arith` on numbers of type `index`
// run:    validate %after
// expect: proved
func.func @f(%a: index, %b: index) -> (index, i1, index, i32) {
  %c = index.constant 4
  %t = index.bool.constant true
  %0 = index.maxs %a, %b
  %1 = index.shl %0, %c
  %2 = index.floordivs %a, %c
  %3 = index.casts %2 : index to i32
  return %1, %t, %2, %3 : index, i1, index, i32
}
func.func @less(%a: index, %b: index) -> i1 {
  %0 = index.cmp slt(%a, %b)
  return %0 : i1
}
