"builtin.module"() ({
  "emitc.func"() <{function_type = (i32) -> i32, specifiers = ["static", "inline"], sym_name = "main"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "emitc.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
