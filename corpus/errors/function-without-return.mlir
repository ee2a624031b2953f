// why:    an empty body has no terminator
// run:    parse
// expect: error
func.func @function_without_return() {
}
