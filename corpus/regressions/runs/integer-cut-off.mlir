// why:    an integer argument that is cast to an index was tried at small values only, where cutting it off changes nothing
// run:    validate %after
// expect: refuted
func.func @f(%x: i64) -> i64 {
  %0 = arith.index_cast %x : i64 to index
  %1 = arith.index_cast %0 : index to i32
  %2 = arith.extsi %1 : i32 to i64
  return %2 : i64
}
