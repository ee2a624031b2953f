func.func @f(%A: memref<4x8xf32>, %T: tensor<4x8xf32>, %x: f32, %v: vector<4xf32>, %n: index, %I: tensor<4x8xi32>, %M: memref<?xi8>) {
  %0 = linalg.sub ins(%T, %T : tensor<4x8xf32>, tensor<4x8xf32>) outs(%T : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.mul ins(%I, %I : tensor<4x8xi32>, tensor<4x8xi32>) outs(%I : tensor<4x8xi32>) -> tensor<4x8xi32>
  %2 = linalg.div ins(%I, %I : tensor<4x8xi32>, tensor<4x8xi32>) outs(%I : tensor<4x8xi32>) -> tensor<4x8xi32>
  %3 = linalg.div_unsigned ins(%I, %I : tensor<4x8xi32>, tensor<4x8xi32>) outs(%I : tensor<4x8xi32>) -> tensor<4x8xi32>
  %4 = linalg.max ins(%I, %I : tensor<4x8xi32>, tensor<4x8xi32>) outs(%I : tensor<4x8xi32>) -> tensor<4x8xi32>
  %5 = linalg.min ins(%T, %T : tensor<4x8xf32>, tensor<4x8xf32>) outs(%T : tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = linalg.powf ins(%T, %T : tensor<4x8xf32>, tensor<4x8xf32>) outs(%T : tensor<4x8xf32>) -> tensor<4x8xf32>
  linalg.exp ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.log ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.abs ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.ceil ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.floor ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.negf ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.reciprocal ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.round ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.sqrt ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.rsqrt ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.square ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.tanh ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  linalg.erf ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>)
  %B = memref.alloc() : memref<8x4xf32>
  %C = memref.alloc() : memref<4x4xf32>
  %V8 = memref.alloc() : memref<8xf32>
  %V4 = memref.alloc() : memref<4xf32>
  %S = memref.alloc() : memref<f32>
  linalg.matvec ins(%A, %V8: memref<4x8xf32>, memref<8xf32>) outs(%V4: memref<4xf32>)
  linalg.vecmat ins(%V4, %A: memref<4xf32>, memref<4x8xf32>) outs(%V8: memref<8xf32>)
  linalg.dot ins(%V4, %V4: memref<4xf32>, memref<4xf32>) outs(%S: memref<f32>)
  %b3 = memref.alloc() : memref<2x4x8xf32>
  %c3 = memref.alloc() : memref<2x8x4xf32>
  %d3 = memref.alloc() : memref<2x4x4xf32>
  linalg.batch_matmul ins(%b3, %c3: memref<2x4x8xf32>, memref<2x8x4xf32>) outs(%d3: memref<2x4x4xf32>)
  linalg.batch_reduce_matmul ins(%b3, %c3: memref<2x4x8xf32>, memref<2x8x4xf32>) outs(%C: memref<4x4xf32>)
  %b2 = memref.alloc() : memref<2x8xf32>
  %e2 = memref.alloc() : memref<2x4xf32>
  linalg.batch_matvec ins(%b3, %b2: memref<2x4x8xf32>, memref<2x8xf32>) outs(%e2: memref<2x4xf32>)
  linalg.batch_vecmat ins(%e2, %b3: memref<2x4xf32>, memref<2x4x8xf32>) outs(%b2: memref<2x8xf32>)
  %img = memref.alloc() : memref<1x6x6x3xf32>
  %ker = memref.alloc() : memref<3x3x3x5xf32>
  %res = memref.alloc() : memref<1x4x4x5xf32>
  %i1 = memref.alloc() : memref<6xf32>
  %k1 = memref.alloc() : memref<3xf32>
  %xx = memref.alloc() : memref<1x5xf32>
  %kp = memref.alloc() : memref<3x3xf32>
  %rp = memref.alloc() : memref<1x4x4x3xf32>
  linalg.map ins(%A : memref<4x8xf32>) outs(%A : memref<4x8xf32>) (%in: f32, %o: f32) { %q = math.exp %in : f32 
   linalg.yield %q : f32 }
  linalg.reduce { arith.addf } ins(%A : memref<4x8xf32>) outs(%V4 : memref<4xf32>) dimensions = [1]
  %I1 = tensor.empty() : tensor<4x8xi1>
  %s3 = linalg.select ins(%I1, %T, %T : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%T : tensor<4x8xf32>) -> tensor<4x8xf32>
  linalg.contract indexing_maps = [affine_map<(i,j,k)->(i,k)>, affine_map<(i,j,k)->(k,j)>, affine_map<(i,j,k)->(i,j)>] ins(%A, %B : memref<4x8xf32>, memref<8x4xf32>) outs(%C : memref<4x4xf32>)
  return
}
