memref.global @table : memref<2xf32> = dense<[1.0, 2.0]>
llvm.func @g(%x: i32) -> i32 {
  llvm.return %x : i32
}
func.func @f(%A: memref<4xf32>) {
  %c = arith.constant 1 : index
  return
}
func.func private @helper(%A: memref<4xf32>) {
  return
}
