// why:    whatever the index is, an element is read that nobody has written, so nothing is asked of the second program
// run:    validate %after
// expect: vacuous
func.func @f(%i: index) -> i4 {
  %m = memref.alloc() : memref<8xi4>
  %v = memref.load %m[%i] : memref<8xi4>
  memref.dealloc %m : memref<8xi4>
  return %v : i4
}
