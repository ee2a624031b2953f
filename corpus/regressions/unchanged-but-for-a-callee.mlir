// why:    the text of @f is the same, the function it calls inside a list of attributes is not: not the same function
// run:    validate %after --func f
// expect: unknown
func.func @f(%A: memref<4xf32>) {
  "test.region"() ({
    "test.call"() {callees = [@g]} : () -> ()
  }) : () -> ()
  return
}
func.func private @g() {
  "test.beep"() {pitch = 1 : i32} : () -> ()
  return
}
