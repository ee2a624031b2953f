// why:    an assertion about what was loaded before its element was overwritten
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<1xi32>, %x: i32, %v: i32) {
  %c = arith.constant 0 : index
  %t = arith.constant 5 : i32
  %y = memref.load %A[%c] : memref<1xi32>
  memref.store %v, %A[%c] : memref<1xi32>
  %k = arith.cmpi slt, %y, %t : i32
  cf.assert %k, "k"
  return
}
