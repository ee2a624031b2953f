// Unknown operations, types and attributes; aliases; locations; resources.
#inner = 3 : i8
#outer = #foo.bar<"a>b", x -> y>
!pair = !foo.pair<i32, !foo.leaf>
module attributes {foo.list = [#inner, #outer, !pair], "foo.quoted name" = unit} {
  %a, %b:2 = "foo.many"() {text = "tab\09quote\22"} : () -> (i32, !pair, tensor<4xf32, #foo.layout<[1, 2]>>) loc("file.mlir":3:4)
  "foo.use"(%b#1, %a, %b#0) : (tensor<4xf32, #foo.layout<[1, 2]>>, i32, !pair) -> ()
  "foo.regions"() ({
  ^bb0(%x: f32 loc("arg")):
    "foo.branch"(%x)[^bb1, ^bb2] : (f32) -> ()
  ^bb1:
    "foo.branch"(%x)[^bb2] : (f32) -> ()
  ^bb2:
    "foo.end"() : () -> ()
  }, {
  }) : () -> () loc(#place)
  "foo.early"(%later#1) : (index) -> ()
  %later:2 = "foo.later"() : () -> (i1, index)
  "foo.data"() {v = dense_resource<blob> : tensor<3xi64>} : () -> ()
  "foo.symbols"() {s = @"a b"::@c, t = @x} : () -> ()
  func.func private @"odd name"(vector<[4]xf32>, tuple<i1, complex<f64>>, none) -> ((i32) -> i32)
}
#place = loc(fused["a.mlir":1:2, "b"])
{-#
  dialect_resources: {
    builtin: {
      blob: "0x08000000010000000000000002000000000000000300000000000000"
    }
  }
#-}
