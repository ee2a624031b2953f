#map = affine_map<(d0) -> (d0, 0)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "memref.global"() <{constant, initial_value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2xf32>}> : () -> ()
  "func.func"() <{function_type = (memref<?x8xf32>, index, i1, f32, tensor<?x8xf32>, vector<4xf32>, i8) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<?x8xf32>, %arg1: index, %arg2: i1, %arg3: f32, %arg4: tensor<?x8xf32>, %arg5: vector<4xf32>, %arg6: i8):
    %0 = "memref.get_global"() <{name = @g}> : () -> memref<2xf32>
    %1 = "test.foo"(%arg0) ({
    ^bb0(%arg34: i32):
      "test.y"() : () -> ()
    }) : (memref<?x8xf32>) -> !foo.x
    "scf.parallel"(%arg1, %arg1, %arg1, %arg1, %arg1, %arg1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
    ^bb0(%arg32: index, %arg33: index):
      "scf.reduce"() : () -> ()
    }) : (index, index, index, index, index, index) -> ()
    %2 = "scf.parallel"(%arg1, %arg1, %arg1, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
    ^bb0(%arg29: index):
      "scf.reduce"(%arg3) ({
      ^bb0(%arg30: f32, %arg31: f32):
        %53 = "arith.addf"(%arg30, %arg31) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "scf.reduce.return"(%53) : (f32) -> ()
      }) : (f32) -> ()
    }) : (index, index, index, f32) -> f32
    %3 = "scf.while"(%arg3) ({
    ^bb0(%arg28: f32):
      "scf.condition"(%arg2, %arg28) : (i1, f32) -> ()
    }, {
    ^bb0(%arg27: f32):
      "scf.yield"(%arg27) : (f32) -> ()
    }) : (f32) -> f32
    %4 = "affine.vector_load"(%arg0, %arg1) <{map = #map}> : (memref<?x8xf32>, index) -> vector<4xf32>
    "affine.vector_store"(%4, %arg0, %arg1) <{map = #map}> : (vector<4xf32>, memref<?x8xf32>, index) -> ()
    %5 = "tensor.extract_slice"(%arg4, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (tensor<?x8xf32>, index) -> tensor<4x4xf32>
    %6 = "tensor.insert_slice"(%5, %arg4, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<?x8xf32>, index) -> tensor<?x8xf32>
    %7 = "tensor.cast"(%5) : (tensor<4x4xf32>) -> tensor<?x4xf32>
    %8 = "arith.bitcast"(%arg3) : (f32) -> i32
    %9 = "arith.select"(%arg2, %5, %5) : (i1, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %10 = "test.c"() : () -> vector<4xi1>
    %11 = "arith.select"(%10, %arg5, %arg5) : (vector<4xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %12 = "memref.alloc"(%arg1) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xi8>
    %13 = "memref.view"(%12, %arg1, %arg1) : (memref<?xi8>, index, index) -> memref<?xf32>
    %14 = "memref.reinterpret_cast"(%arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 0, 1, 1>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 3>, static_strides = array<i64: 1, -9223372036854775808>}> : (memref<?x8xf32>, index, index) -> memref<?x3xf32, strided<[1, ?]>>
    %15 = "tensor.empty"(%arg1) : (index) -> tensor<8x?xf32>
    %16 = "tensor.empty"(%arg1) : (index) -> tensor<?xf32>
    %17 = "linalg.transpose"(%arg4, %15) <{permutation = array<i64: 1, 0>}> ({
    ^bb0(%arg25: f32, %arg26: f32):
      "linalg.yield"(%arg25) : (f32) -> ()
    }) : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<8x?xf32>
    %18 = "linalg.add"(%arg4, %arg4, %arg4) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg22: f32, %arg23: f32, %arg24: f32):
      %52 = "arith.addf"(%arg22, %arg23) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%52) : (f32) -> ()
    }) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %19 = "linalg.copy"(%arg4, %arg4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg20: f32, %arg21: f32):
      "linalg.yield"(%arg20) : (f32) -> ()
    }) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %20 = "linalg.reduce"(%arg4, %16) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg18: f32, %arg19: f32):
      %51 = "arith.addf"(%arg18, %arg19) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%51) : (f32) -> ()
    }) : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?xf32>
    %21 = "linalg.map"(%arg4, %arg4, %arg4) ({
    ^bb0(%arg15: f32, %arg16: f32, %arg17: f32):
      %50 = "arith.addf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%50) : (f32) -> ()
    }) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %22 = "linalg.broadcast"(%16, %arg4) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg13: f32, %arg14: f32):
      "linalg.yield"(%arg13) : (f32) -> ()
    }) : (tensor<?xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %23 = "ub.poison"() <{value = #ub.poison}> : () -> f32
    %24 = "arith.constant"() <{value = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
    %25 = "memref.assume_alignment"(%arg0) <{alignment = 16 : i32}> : (memref<?x8xf32>) -> memref<?x8xf32>
    %26:2 = "test.multi"() : () -> (i32, i32)
    %27:3 = "test.multi"() : () -> (i32, i32, i32)
    %28 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %29 = "arith.negf"(%arg3) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %30 = "arith.sitofp"(%arg6) : (i8) -> f32
    %31 = "arith.fptosi"(%arg3) : (f32) -> i8
    %32 = "math.cttz"(%arg6) : (i8) -> i8
    %33 = "arith.index_castui"(%arg6) : (i8) -> index
    %34 = "memref.rank"(%arg0) : (memref<?x8xf32>) -> index
    %35 = "memref.transpose"(%arg0) <{permutation = #map1}> : (memref<?x8xf32>) -> memref<8x?xf32, strided<[1, 8]>>
    %36 = "memref.collapse_shape"(%arg0) <{reassociation = [[0, 1]]}> : (memref<?x8xf32>) -> memref<?xf32>
    %37 = "memref.expand_shape"(%arg0, %arg1) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: -9223372036854775808, 2, 8>}> : (memref<?x8xf32>, index) -> memref<?x2x8xf32>
    %38 = "tensor.expand_shape"(%arg4, %arg1) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: -9223372036854775808, 2, 8>}> : (tensor<?x8xf32>, index) -> tensor<?x2x8xf32>
    %39 = "tensor.collapse_shape"(%arg4) <{reassociation = [[0, 1]]}> : (tensor<?x8xf32>) -> tensor<?xf32>
    %40 = "tensor.generate"(%arg1) ({
    ^bb0(%arg11: index, %arg12: index):
      "tensor.yield"(%arg3) : (f32) -> ()
    }) : (index) -> tensor<?x8xf32>
    %41 = "tensor.from_elements"(%arg3, %arg3) : (f32, f32) -> tensor<2xf32>
    %42 = "tensor.splat"(%arg3) : (f32) -> tensor<4xf32>
    %43 = "tensor.pad"(%arg4, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_high = array<i64: 1, -9223372036854775808>, static_low = array<i64: 0, -9223372036854775808>}> ({
    ^bb0(%arg9: index, %arg10: index):
      "tensor.yield"(%arg3) : (f32) -> ()
    }) : (tensor<?x8xf32>, index, index) -> tensor<?x?xf32>
    %44 = "tensor.rank"(%arg4) : (tensor<?x8xf32>) -> index
    "scf.forall"(%arg1) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 4>}> ({
    ^bb0(%arg7: index, %arg8: index):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    %45 = "vector.broadcast"(%arg3) : (f32) -> vector<4xf32>
    %46 = "bufferization.materialize_in_destination"(%arg4, %arg4) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %47 = "bufferization.alloc_tensor"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> tensor<?x8xf32>
    %48 = "scf.index_switch"(%arg1) <{cases = array<i64: 2>}> ({
      "scf.yield"(%arg3) : (f32) -> ()
    }, {
      "scf.yield"(%arg3) : (f32) -> ()
    }) : (index) -> f32
    %49 = "scf.execute_region"() ({
      "scf.yield"(%arg3) : (f32) -> ()
    }) : () -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

