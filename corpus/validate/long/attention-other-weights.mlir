// why:    As attention-fused-and-moved, but the keys are multiplied with the weights of the values.
// run:    validate %after
// expect: refuted
func.func @f(%x: tensor<4x8xf32>, %w0_0: tensor<8x8xf32>, %w0_1: tensor<8x8xf32>, %w0_2: tensor<8x8xf32>, %w0_3: tensor<8x8xf32>, %g0: tensor<8xf32>, %b0: tensor<8xf32>, %c0: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %width = arith.constant 8.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %scale = arith.constant 0.5 : f32
  %1 = tensor.empty() : tensor<4x8xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.matmul ins(%x, %w0_0 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = tensor.empty() : tensor<4x8xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%3, %c0 : tensor<4x8xf32>, tensor<8xf32>) outs(%4 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %6 = tensor.empty() : tensor<4x8xf32>
  %7 = linalg.fill ins(%zero : f32) outs(%6 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = linalg.matmul ins(%x, %w0_1 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%7 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = tensor.empty() : tensor<4x8xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%8, %c0 : tensor<4x8xf32>, tensor<8xf32>) outs(%9 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %11 = tensor.empty() : tensor<4x8xf32>
  %12 = linalg.fill ins(%zero : f32) outs(%11 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = linalg.matmul ins(%x, %w0_2 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%12 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = tensor.empty() : tensor<4x8xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%13, %c0 : tensor<4x8xf32>, tensor<8xf32>) outs(%14 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %16 = tensor.empty() : tensor<8x4xf32>
  %17 = linalg.transpose ins(%10 : tensor<4x8xf32>) outs(%16 : tensor<8x4xf32>) permutation = [1, 0]
  %18 = tensor.empty() : tensor<4x4xf32>
  %19 = linalg.fill ins(%zero : f32) outs(%18 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %20 = linalg.matmul ins(%5, %17 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%19 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %21 = tensor.empty() : tensor<4x4xf32>
  %22 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<4x4xf32>) outs(%21 : tensor<4x4xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %r = arith.mulf %a0, %scale : f32
      linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %23 = tensor.empty() : tensor<4xf32>
  %24 = linalg.fill ins(%low : f32) outs(%23 : tensor<4xf32>) -> tensor<4xf32>
  %25 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%22 : tensor<4x4xf32>) outs(%24 : tensor<4xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %r = arith.maximumf %a0, %o : f32
      linalg.yield %r : f32
  } -> tensor<4xf32>
  %26 = tensor.empty() : tensor<4x4xf32>
  %27 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%22, %25 : tensor<4x4xf32>, tensor<4xf32>) outs(%26 : tensor<4x4xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.subf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %28 = tensor.empty() : tensor<4x4xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<4x4xf32>) outs(%28 : tensor<4x4xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %r = math.exp %a0 : f32
      linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %30 = tensor.empty() : tensor<4xf32>
  %31 = linalg.fill ins(%zero : f32) outs(%30 : tensor<4xf32>) -> tensor<4xf32>
  %32 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%29 : tensor<4x4xf32>) outs(%31 : tensor<4xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %r = arith.addf %a0, %o : f32
      linalg.yield %r : f32
  } -> tensor<4xf32>
  %33 = tensor.empty() : tensor<4x4xf32>
  %34 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%29, %32 : tensor<4x4xf32>, tensor<4xf32>) outs(%33 : tensor<4x4xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.divf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %35 = tensor.empty() : tensor<4x8xf32>
  %36 = linalg.fill ins(%zero : f32) outs(%35 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %37 = linalg.matmul ins(%34, %15 : tensor<4x4xf32>, tensor<4x8xf32>) outs(%36 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %38 = tensor.empty() : tensor<4x8xf32>
  %39 = linalg.fill ins(%zero : f32) outs(%38 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %40 = linalg.matmul ins(%37, %w0_3 : tensor<4x8xf32>, tensor<8x8xf32>) outs(%39 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %41 = tensor.empty() : tensor<4x8xf32>
  %42 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%40, %c0 : tensor<4x8xf32>, tensor<8xf32>) outs(%41 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %43 = tensor.empty() : tensor<4x8xf32>
  %44 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%42, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%43 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %45 = tensor.empty() : tensor<4xf32>
  %46 = linalg.fill ins(%zero : f32) outs(%45 : tensor<4xf32>) -> tensor<4xf32>
  %47 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%44 : tensor<4x8xf32>) outs(%46 : tensor<4xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %r = arith.addf %a0, %o : f32
      linalg.yield %r : f32
  } -> tensor<4xf32>
  %48 = tensor.empty() : tensor<4x8xf32>
  %49 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%47 : tensor<4xf32>) outs(%48 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %r = arith.divf %a0, %width : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %50 = tensor.empty() : tensor<4x8xf32>
  %51 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%44, %49 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%50 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.subf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %52 = tensor.empty() : tensor<4x8xf32>
  %53 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%51, %51 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%52 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.mulf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %54 = tensor.empty() : tensor<4xf32>
  %55 = linalg.fill ins(%zero : f32) outs(%54 : tensor<4xf32>) -> tensor<4xf32>
  %56 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%53 : tensor<4x8xf32>) outs(%55 : tensor<4xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %r = arith.addf %a0, %o : f32
      linalg.yield %r : f32
  } -> tensor<4xf32>
  %57 = tensor.empty() : tensor<4x8xf32>
  %58 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<4xf32>) outs(%57 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %o: f32):
      %q = arith.divf %a0, %width : f32
      %p = arith.addf %q, %eps : f32
      %r = math.rsqrt %p : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %59 = tensor.empty() : tensor<4x8xf32>
  %60 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%51, %58 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%59 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.mulf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %61 = tensor.empty() : tensor<4x8xf32>
  %62 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%60, %g0 : tensor<4x8xf32>, tensor<8xf32>) outs(%61 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.mulf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %63 = tensor.empty() : tensor<4x8xf32>
  %64 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%62, %b0 : tensor<4x8xf32>, tensor<8xf32>) outs(%63 : tensor<4x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %o: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %64 : tensor<4x8xf32>
}
