#map = affine_map<(d0)[s0] -> (d0 + s0, d0 * 2 - 1)>
#map1 = affine_map<(d0) -> (d0, 3)>
#map2 = affine_map<() -> (0)>
#map3 = affine_map<()[s0] -> (s0)>
#map4 = affine_map<(d0)[s0] -> (d0, s0)>
#map5 = affine_map<()[s0, s1] -> (s0, 10)>
#map6 = affine_map<(d0) -> (d0 + 1)>
#map7 = affine_map<() -> (10)>
#map8 = affine_map<(d0) -> (0, d0, 3)>
#map9 = affine_map<(d0) -> (d0, 5, 10)>
#set = affine_set<(d0)[s0] : (d0 - 3 >= 0, -d0 + s0 == 0)>
"builtin.module"() <{sym_name = "m"}> ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2xf32>}> : () -> ()
  "memref.global"() <{sym_name = "g2", type = memref<2xf32>}> : () -> ()
  "memref.global"() <{initial_value, sym_name = "g3", type = memref<2xf32>}> : () -> ()
  "func.func"() <{arg_attrs = [{}, {a.b}], function_type = (f32, memref<?xf32>) -> (f32, i1), res_attrs = [{c.d = 3 : i64}, {}], sym_name = "ext", sym_visibility = "private"}> ({
  }) {llvm.emit_c_interface} : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}, {foo.bar}, {}], function_type = (memref<?x8xf32>, index, i1, f32, i8) -> (f32, index), sym_name = "f"}> ({
  ^bb0(%arg0: memref<?x8xf32>, %arg1: index, %arg2: i1, %arg3: f32, %arg4: i8):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %1 = "arith.constant"() <{value = true}> : () -> i1
    %2 = "arith.constant"() <{value = dense<1.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
    %3 = "arith.addi"(%arg1, %0) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (index, index) -> index
    %4 = "arith.addf"(%arg3, %arg3) <{fastmath = #arith.fastmath<reassoc,nnan>}> : (f32, f32) -> f32
    %5 = "arith.cmpf"(%arg3, %arg3) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    %6 = "arith.cmpi"(%arg1, %0) <{predicate = 2 : i64}> : (index, index) -> i1
    %7 = "arith.select"(%arg2, %arg3, %4) : (i1, f32, f32) -> f32
    %8 = "arith.extui"(%arg4) : (i8) -> i32
    %9 = "arith.extui"(%arg4) : (i8) -> i32
    %10 = "arith.trunci"(%8) <{overflowFlags = #arith.overflow<nsw>}> : (i32) -> i8
    %11 = "arith.extf"(%arg3) : (f32) -> f64
    %12 = "arith.truncf"(%11) : (f64) -> f32
    %13 = "arith.index_cast"(%arg1) : (index) -> i32
    %14:2 = "arith.addui_extended"(%8, %8) : (i32, i32) -> (i32, i1)
    %15:2 = "arith.mulsi_extended"(%8, %8) : (i32, i32) -> (i32, i32)
    %16 = "arith.shrsi"(%8, %8) <{isExact}> : (i32, i32) -> i32
    %17 = "arith.divsi"(%8, %8) : (i32, i32) -> i32
    "affine.for"(%arg1) <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = #map3}> ({
    ^bb0(%arg12: index):
      %23 = "affine.load"(%arg0, %arg12, %arg1) <{map = #map}> : (memref<?x8xf32>, index, index) -> f32
      "affine.store"(%23, %arg0, %arg12) <{map = #map1}> {foo} : (f32, memref<?x8xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : (index) -> ()
    "affine.for"(%arg1, %arg1, %arg1, %arg1) <{lowerBoundMap = #map4, operandSegmentSizes = array<i32: 2, 2, 0>, step = 4 : index, upperBoundMap = #map5}> ({
    ^bb0(%arg11: index):
      "affine.yield"() : () -> ()
    }) {foo.a = 1 : i64} : (index, index, index, index) -> ()
    %18:2 = "affine.for"(%arg1, %arg3, %arg1) <{lowerBoundMap = #map6, operandSegmentSizes = array<i32: 1, 0, 2>, step = 1 : index, upperBoundMap = #map7}> ({
    ^bb0(%arg8: index, %arg9: f32, %arg10: index):
      "affine.if"(%arg8, %arg1) <{condition = #set}> ({
        "affine.yield"() : () -> ()
      }, {
        "affine.yield"() : () -> ()
      }) : (index, index) -> ()
      "affine.yield"(%arg9, %arg10) : (f32, index) -> ()
    }) : (index, f32, index) -> (f32, index)
    %19 = "affine.if"(%arg1, %arg1) <{condition = #set}> ({
      "affine.yield"(%arg3) : (f32) -> ()
    }, {
      "affine.yield"(%arg3) : (f32) -> ()
    }) : (index, index) -> f32
    %20 = "affine.apply"(%arg1) <{map = #map6}> : (index) -> index
    %21 = "affine.min"(%arg1, %arg1) <{map = #map4}> : (index, index) -> index
    "affine.parallel"(%arg1, %arg1) <{lowerBoundsGroups = dense<[1, 2]> : tensor<2xi32>, lowerBoundsMap = #map8, reductions = [], steps = [2, 3], upperBoundsGroups = dense<[2, 1]> : tensor<2xi32>, upperBoundsMap = #map9}> ({
    ^bb0(%arg6: index, %arg7: index):
      "affine.yield"() : () -> ()
    }) : (index, index) -> ()
    %22:2 = "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = #map2, reductions = [0, 12], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = #map7}> ({
    ^bb0(%arg5: index):
      "affine.yield"(%arg3, %arg3) : (f32, f32) -> ()
    }) : () -> (f32, f32)
    "affine.prefetch"(%arg0, %arg1) <{isDataCache = true, isWrite = false, localityHint = 3 : i32, map = #map1}> : (memref<?x8xf32>, index) -> ()
    "func.return"(%22#0, %arg1) : (f32, index) -> ()
  }) : () -> ()
}) {foo.x = 1 : i32} : () -> ()

