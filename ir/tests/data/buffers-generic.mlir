#map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x8xf32>, memref<8x4xf32>, index, i1, f32, tensor<?x8xf32>, vector<4xf32>) -> tensor<?x8xf32>, sym_name = "f"}> ({
  ^bb0(%arg1: memref<?x8xf32>, %arg2: memref<8x4xf32>, %arg3: index, %arg4: i1, %arg5: f32, %arg6: tensor<?x8xf32>, %arg7: vector<4xf32>):
    %1 = "memref.alloc"(%arg3, %arg3) <{alignment = 16 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?x4xf32, #map>
    %2 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<8xf32>
    %3 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<8x4xf32>
    "memref.dealloc"(%3) : (memref<8x4xf32>) -> ()
    %4 = "memref.load"(%arg1, %arg3, %arg3) : (memref<?x8xf32>, index, index) -> f32
    %5 = "memref.load"(%arg1, %arg3, %arg3) <{nontemporal = true}> : (memref<?x8xf32>, index, index) -> f32
    "memref.store"(%4, %arg1, %arg3, %arg3) : (f32, memref<?x8xf32>, index, index) -> ()
    %6 = "memref.dim"(%arg1, %arg3) : (memref<?x8xf32>, index) -> index
    "memref.copy"(%arg2, %arg2) : (memref<8x4xf32>, memref<8x4xf32>) -> ()
    %7 = "memref.cast"(%arg1) : (memref<?x8xf32>) -> memref<?x?xf32>
    %8 = "memref.subview"(%arg1, %arg3, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 1>}> : (memref<?x8xf32>, index, index) -> memref<4x?xf32, strided<[8, 1], offset: ?>>
    %9 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<8x4xf32>
    %10 = "memref.alloc"(%arg3) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x4xf32>
    "linalg.generic"(%arg1, %arg2, %10) <{indexing_maps = [#map1, #map2, #map3], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg30: f32, %arg31: f32, %arg32: f32):
      %44 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      "linalg.yield"(%arg30) : (f32) -> ()
    }) {foo = 1 : i64} : (memref<?x8xf32>, memref<8x4xf32>, memref<?x4xf32>) -> ()
    "linalg.matmul"(%arg1, %arg2, %10) <{indexing_maps = [#map1, #map2, #map3], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg27: f32, %arg28: f32, %arg29: f32):
      %42 = "arith.mulf"(%arg27, %arg28) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %43 = "arith.addf"(%arg29, %42) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%43) : (f32) -> ()
    }) : (memref<?x8xf32>, memref<8x4xf32>, memref<?x4xf32>) -> ()
    "linalg.matmul"(%arg1, %arg2, %10) <{cast = #linalg.type_fn<cast_unsigned>, indexing_maps = [#map1, #map2, #map3], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg24: f32, %arg25: f32, %arg26: f32):
      %40 = "arith.mulf"(%arg24, %arg25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %41 = "arith.addf"(%arg26, %40) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%41) : (f32) -> ()
    }) {hello} : (memref<?x8xf32>, memref<8x4xf32>, memref<?x4xf32>) -> ()
    "linalg.matmul"(%arg2, %arg2, %10) <{indexing_maps = [#map4, #map2, #map3], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg21: f32, %arg22: f32, %arg23: f32):
      %38 = "arith.mulf"(%arg21, %arg22) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %39 = "arith.addf"(%arg23, %38) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%39) : (f32) -> ()
    }) : (memref<8x4xf32>, memref<8x4xf32>, memref<?x4xf32>) -> ()
    %11 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<8x8xi32>
    %12 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<8x8xi8>
    "linalg.matmul"(%12, %12, %11) <{indexing_maps = [#map1, #map2, #map3], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg18: i8, %arg19: i8, %arg20: i32):
      %34 = "arith.extsi"(%arg18) : (i8) -> i32
      %35 = "arith.extsi"(%arg19) : (i8) -> i32
      %36 = "arith.muli"(%34, %35) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %37 = "arith.addi"(%arg20, %36) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%37) : (i32) -> ()
    }) : (memref<8x8xi8>, memref<8x8xi8>, memref<8x8xi32>) -> ()
    "linalg.fill"(%arg5, %arg1) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg16: f32, %arg17: f32):
      "linalg.yield"(%arg16) : (f32) -> ()
    }) : (f32, memref<?x8xf32>) -> ()
    %13 = "linalg.fill"(%arg5, %arg6) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg14: f32, %arg15: f32):
      "linalg.yield"(%arg14) : (f32) -> ()
    }) : (f32, tensor<?x8xf32>) -> tensor<?x8xf32>
    %14 = "tensor.empty"(%arg3) : (index) -> tensor<?x8xf32>
    %15 = "linalg.generic"(%14) <{doc = "x", indexing_maps = [#map5], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], library_call = "lc", operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg13: f32):
      "linalg.yield"(%arg13) : (f32) -> ()
    }) : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %16 = "tensor.dim"(%arg6, %arg3) : (tensor<?x8xf32>, index) -> index
    %17 = "tensor.extract"(%arg6, %arg3, %arg3) : (tensor<?x8xf32>, index, index) -> f32
    %18 = "tensor.insert"(%17, %arg6, %arg3, %arg3) : (f32, tensor<?x8xf32>, index, index) -> tensor<?x8xf32>
    %19:2 = "scf.for"(%arg3, %arg3, %arg3, %arg5, %arg6) ({
    ^bb0(%arg10: index, %arg11: f32, %arg12: tensor<?x8xf32>):
      "scf.yield"(%arg11, %arg12) : (f32, tensor<?x8xf32>) -> ()
    }) : (index, index, index, f32, tensor<?x8xf32>) -> (f32, tensor<?x8xf32>)
    %20 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "scf.for"(%20, %20, %20) ({
    ^bb0(%arg9: i32):
      "scf.yield"() : () -> ()
    }) : (i32, i32, i32) -> ()
    "scf.for"(%20, %20, %20) <{unsignedCmp}> ({
    ^bb0(%arg8: i32):
      "scf.yield"() : () -> ()
    }) : (i32, i32, i32) -> ()
    "scf.if"(%arg4) ({
      "scf.yield"() : () -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %21 = "scf.if"(%arg4) ({
      "scf.yield"(%arg5) : (f32) -> ()
    }, {
      "scf.yield"(%arg5) : (f32) -> ()
    }) : (i1) -> f32
    %22 = "math.exp"(%arg5) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f32
    %23 = "math.powf"(%arg5, %arg5) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %24 = "math.fma"(%arg5, %arg5, %arg5) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    %25 = "math.fpowi"(%arg5, %20) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %26 = "math.absi"(%20) : (i32) -> i32
    %27 = "math.ctlz"(%20) : (i32) -> i32
    %28 = "bufferization.to_buffer"(%arg6) : (tensor<?x8xf32>) -> memref<?x8xf32>
    %29 = "bufferization.to_buffer"(%arg6) <{read_only}> : (tensor<?x8xf32>) -> memref<?x8xf32>
    %30 = "bufferization.to_tensor"(%28) <{restrict, writable}> : (memref<?x8xf32>) -> tensor<?x8xf32>
    %31 = "func.call"(%arg5) <{callee = @g}> {foo} : (f32) -> f32
    "cf.br"(%arg5)[^bb1] : (f32) -> ()
  ^bb1(%32: f32):  // 2 preds: ^bb0, ^bb1
    "cf.cond_br"(%arg4, %arg5)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, f32) -> ()
  ^bb2:  // pred: ^bb1
    %33 = "math.isnan"(%arg5) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1
    "func.return"(%arg6) : (tensor<?x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32) -> f32, sym_name = "g", sym_visibility = "private"}> ({
  ^bb0(%arg0: f32):
    "func.return"(%arg0) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), no_inline, sym_name = "pub", sym_visibility = "public"}> ({
    %0 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    "func.return"() : () -> ()
  }) {foo = 3 : i64} : () -> ()
  "func.func"() <{function_type = () -> (f32, f32), res_attrs = [{x.y}, {}], sym_name = "nest", sym_visibility = "nested"}> ({
  }) : () -> ()
}) : () -> ()

