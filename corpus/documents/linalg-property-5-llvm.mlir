// why:    Linalg document, property 5 in LLVM: types of other dialects are kept, a call of nobody knows what may touch anything
// run:    relations
// expect: ok
func.func @sum(%A: !llvm<"float*">, %B: !llvm<"float*">) {
  "llvm.call"(%A, %B) <{callee = @add_pointwise}> : (!llvm<"float*">, !llvm<"float*">) -> ()
  return
}
"llvm.func"() <{sym_name = "add_pointwise", function_type = !llvm<"void (float*, float*)">}> ({
}) {llvm.emit_c_interface} : () -> ()
