func.func @f(%A: memref<4xf32>) {
  "test.region"() ({
    "test.call"() {callees = [@g]} : () -> ()
  }) : () -> ()
  return
}
func.func private @g() {
  "test.beep"() {pitch = 2 : i32} : () -> ()
  return
}
