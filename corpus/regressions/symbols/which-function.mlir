// why:    two functions are called `@f`: neither is meant more than the other
// run:    run --func f
// expect: error
module @a {
  func.func @f() {
    return
  }
}
module @b {
  func.func @f() {
    return
  }
}
