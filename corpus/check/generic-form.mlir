// why:    the generic form of a prefix product: bounds and subscripts stand in properties, and the loop has no name but arg1
// run:    check --transform "reverse(arg1)"
// expect: refuted
// run:    check --transform "tile(arg1=4)"
// expect: proved
"builtin.module"() ({
  "func.func"() <{function_type = (memref<16xf32>) -> (), sym_name = "generic_form"}> ({
  ^bb0(%arg0: memref<16xf32>):
    "affine.for"() <{lowerBoundMap = affine_map<() -> (1)>, operandSegmentSizes = array<i32: 0, 0, 0>,
                     step = 1 : index, upperBoundMap = affine_map<() -> (16)>}> ({
    ^bb0(%arg1: index):
      %0 = "affine.load"(%arg0, %arg1) <{map = affine_map<(d0) -> (d0 - 1)>}> : (memref<16xf32>, index) -> f32
      %1 = "affine.load"(%arg0, %arg1) <{map = affine_map<(d0) -> (d0)>}> : (memref<16xf32>, index) -> f32
      %2 = "arith.mulf"(%0, %1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "affine.store"(%2, %arg0, %arg1) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<16xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
