#m = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%A: memref<8x8xf32>, %W: memref<8x8xf32>) -> memref<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %b0 = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%z : f32) outs(%b0 : memref<8x8xf32>)
  linalg.matmul ins(%A, %W : memref<8x8xf32>, memref<8x8xf32>) outs(%b0 : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]} ins(%b0, %A : memref<8x8xf32>, memref<8x8xf32>) outs(%b0 : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.maximumf %a, %z : f32
    %s = arith.addf %t, %b : f32
    linalg.yield %s : f32
  }
  %b1 = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%z : f32) outs(%b1 : memref<8x8xf32>)
  linalg.matmul ins(%b0, %W : memref<8x8xf32>, memref<8x8xf32>) outs(%b1 : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]} ins(%b1, %b0 : memref<8x8xf32>, memref<8x8xf32>) outs(%b1 : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.maximumf %a, %z : f32
    %s = arith.addf %t, %b : f32
    linalg.yield %s : f32
  }
  %b2 = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%z : f32) outs(%b2 : memref<8x8xf32>)
  linalg.matmul ins(%b1, %W : memref<8x8xf32>, memref<8x8xf32>) outs(%b2 : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]} ins(%b2, %b1 : memref<8x8xf32>, memref<8x8xf32>) outs(%b2 : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.maximumf %a, %z : f32
    %s = arith.addf %t, %b : f32
    linalg.yield %s : f32
  }
  %b3 = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%z : f32) outs(%b3 : memref<8x8xf32>)
  linalg.matmul ins(%b2, %W : memref<8x8xf32>, memref<8x8xf32>) outs(%b3 : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]} ins(%b3, %b2 : memref<8x8xf32>, memref<8x8xf32>) outs(%b3 : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.maximumf %a, %z : f32
    %s = arith.addf %t, %b : f32
    linalg.yield %s : f32
  }
  memref.dealloc %b3 : memref<8x8xf32>
  %b4 = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%z : f32) outs(%b4 : memref<8x8xf32>)
  linalg.matmul ins(%b3, %W : memref<8x8xf32>, memref<8x8xf32>) outs(%b4 : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]} ins(%b4, %b3 : memref<8x8xf32>, memref<8x8xf32>) outs(%b4 : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.maximumf %a, %z : f32
    %s = arith.addf %t, %b : f32
    linalg.yield %s : f32
  }
  %b5 = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%z : f32) outs(%b5 : memref<8x8xf32>)
  linalg.matmul ins(%b4, %W : memref<8x8xf32>, memref<8x8xf32>) outs(%b5 : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]} ins(%b5, %b4 : memref<8x8xf32>, memref<8x8xf32>) outs(%b5 : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.maximumf %a, %z : f32
    %s = arith.addf %t, %b : f32
    linalg.yield %s : f32
  }
  %b6 = memref.alloc() : memref<8x8xf32>
  linalg.fill ins(%z : f32) outs(%b6 : memref<8x8xf32>)
  linalg.matmul ins(%b5, %W : memref<8x8xf32>, memref<8x8xf32>) outs(%b6 : memref<8x8xf32>)
  linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]} ins(%b6, %b5 : memref<8x8xf32>, memref<8x8xf32>) outs(%b6 : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.maximumf %a, %z : f32
    %s = arith.addf %t, %b : f32
    linalg.yield %s : f32
  }
  return %b6 : memref<8x8xf32>
}
