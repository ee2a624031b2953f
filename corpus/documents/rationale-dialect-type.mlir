// why:    rationale, types of dialects: kept as they are; operations nobody knows keep their order
// run:    relations
// expect: ok
func.func @other_types() {
  %s = "foo"() : () -> !llvm<"i32*">
  "bar"(%s) : (!llvm<"i32*">) -> ()
  return
}
