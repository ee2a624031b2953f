// why:    a call may not return, so what is never written need not be read behind it
// run:    validate %after
// expect: unknown
func.func private @stop()
func.func @behind(%i: index) -> i32 {
  %m = memref.alloc() : memref<8xi32>
  call @stop() : () -> ()
  %v = memref.load %m[%i] : memref<8xi32>
  return %v : i32
}
