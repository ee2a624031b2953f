// why:    what else stands in the file is not mentioned where it is as it was, in whatever order; private symbols may go
// run:    validate %after
// expect: proved
func.func @f(%A: memref<4xf32>) {
  return
}
llvm.func @g(%x: i32) -> i32 {
  llvm.return %x : i32
}
memref.global @table : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" @hidden : memref<2xf32> = dense<[1.0, 2.0]>
