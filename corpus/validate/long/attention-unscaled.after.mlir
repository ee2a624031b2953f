#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8xf32>, %arg6: tensor<8xf32>, %arg7: tensor<8xf32>) -> tensor<4x8xf32> {
    %5 = tensor.empty() : tensor<4x8xf32>
    %34 = tensor.empty() : tensor<4x8xf32>
    %31 = tensor.empty() : tensor<4x8xf32>
    %cst_3 = arith.constant 5.000000e-01 : f32
    %19 = tensor.empty() : tensor<4x4xf32>
    %47 = tensor.empty() : tensor<4x8xf32>
    %37 = tensor.empty() : tensor<4x8xf32>
    %cst_1 = arith.constant 8.000000e+00 : f32
    %cst = arith.constant 0.000000e+00 : f32
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %15 = tensor.empty() : tensor<8x4xf32>
    %13 = tensor.empty() : tensor<4x8xf32>
    %10 = tensor.empty() : tensor<4x8xf32>
    %44 = tensor.empty() : tensor<4xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<4xf32>) -> tensor<4xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %26 = tensor.empty() : tensor<4xf32>
    %39 = tensor.empty() : tensor<4xf32>
    %0 = tensor.empty() : tensor<4x8xf32>
    %3 = tensor.empty() : tensor<4x8xf32>
    %29 = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %24 = tensor.empty() : tensor<4x4xf32>
    %16 = tensor.empty() : tensor<4x4xf32>
    %42 = tensor.empty() : tensor<4x8xf32>
    %cst_0 = arith.constant 0xFF800000 : f32
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<4xf32>) -> tensor<4xf32>
    %cst_2 = arith.constant 9.99999974E-6 : f32
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %arg7 : tensor<4x8xf32>, tensor<8xf32>) outs(%3 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %49 = arith.addf %in, %in_4 : f32
      linalg.yield %49 : f32
    } -> tensor<4x8xf32>
    %12 = linalg.matmul ins(%arg0, %arg3 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%11 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %21 = tensor.empty() : tensor<4xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<4xf32>) -> tensor<4xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<4xf32>) -> tensor<4xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %arg7 : tensor<4x8xf32>, tensor<8xf32>) outs(%13 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %49 = arith.addf %in, %in_4 : f32
      linalg.yield %49 : f32
    } -> tensor<4x8xf32>
    %8 = tensor.empty() : tensor<4x8xf32>
    %7 = linalg.matmul ins(%arg0, %arg2 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%6 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %arg7 : tensor<4x8xf32>, tensor<8xf32>) outs(%8 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %49 = arith.addf %in, %in_4 : f32
      linalg.yield %49 : f32
    } -> tensor<4x8xf32>
    %transposed = linalg.transpose ins(%9 : tensor<4x8xf32>) outs(%15 : tensor<8x4xf32>) permutation = [1, 0] 
    %18 = linalg.matmul ins(%4, %transposed : tensor<4x8xf32>, tensor<8x4xf32>) outs(%17 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<4x4xf32>) outs(%19 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %cst_3 : f32
      linalg.yield %49 : f32
    } -> tensor<4x4xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%20 : tensor<4x4xf32>) outs(%22 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.maximumf %in, %out : f32
      linalg.yield %49 : f32
    } -> tensor<4xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %23 : tensor<4x4xf32>, tensor<4xf32>) outs(%24 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %49 = arith.subf %in, %in_4 : f32
      %50 = math.exp %49 : f32
      linalg.yield %50 : f32
    } -> tensor<4x4xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%25 : tensor<4x4xf32>) outs(%27 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %out : f32
      linalg.yield %49 : f32
    } -> tensor<4xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %28 : tensor<4x4xf32>, tensor<4xf32>) outs(%29 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %49 = arith.divf %in, %in_4 : f32
      linalg.yield %49 : f32
    } -> tensor<4x4xf32>
    %33 = linalg.matmul ins(%30, %14 : tensor<4x4xf32>, tensor<4x8xf32>) outs(%32 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %36 = linalg.matmul ins(%33, %arg4 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%35 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map1, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%36, %arg7, %arg0 : tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>) outs(%37 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %in_5: f32, %out: f32):
      %49 = arith.addf %in, %in_4 : f32
      %50 = arith.addf %49, %in_5 : f32
      linalg.yield %50 : f32
    } -> tensor<4x8xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%38 : tensor<4x8xf32>) outs(%40 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %out : f32
      linalg.yield %49 : f32
    } -> tensor<4xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%38, %41 : tensor<4x8xf32>, tensor<4xf32>) outs(%42 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %49 = arith.divf %in_4, %cst_1 : f32
      %50 = arith.subf %in, %49 : f32
      linalg.yield %50 : f32
    } -> tensor<4x8xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%43 : tensor<4x8xf32>) outs(%45 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.mulf %in, %in : f32
      %50 = arith.addf %49, %out : f32
      linalg.yield %50 : f32
    } -> tensor<4xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map2, #map1, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%43, %46, %arg5, %arg6 : tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>) outs(%47 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %in_5: f32, %in_6: f32, %out: f32):
      %49 = arith.divf %in_4, %cst_1 : f32
      %50 = arith.addf %49, %cst_2 : f32
      %51 = math.rsqrt %50 : f32
      %52 = arith.mulf %in, %51 : f32
      %53 = arith.mulf %52, %in_5 : f32
      %54 = arith.addf %53, %in_6 : f32
      linalg.yield %54 : f32
    } -> tensor<4x8xf32>
    return %48 : tensor<4x8xf32>
  }
}


