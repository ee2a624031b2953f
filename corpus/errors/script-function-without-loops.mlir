// why:    nothing to transform: the function has no loop and no statement
// run:    check --transform "reverse(i)"
// expect: error
func.func @script_function_without_loops() {
  return
}
