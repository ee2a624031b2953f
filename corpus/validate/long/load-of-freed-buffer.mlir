// why:    A load of a buffer that was freed, which both programs did before: no part knows that.
// run:    validate %after
// expect: refuted
memref.global "private" @a : memref<4xf32> = dense<1.0>
memref.global "private" @b : memref<4xf32> = dense<2.0>
func.func private @ext(memref<4xf32>)
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>, %n: index, %T: tensor<4xf32>) -> (memref<4xf32>, f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant 2.0 : f32
  %X = memref.alloc() : memref<4xf32>
  %Y = memref.alloc() : memref<4xf32>
  linalg.fill ins(%k : f32) outs(%X : memref<4xf32>)
  linalg.fill ins(%k : f32) outs(%Y : memref<4xf32>)
  affine.for %i = 0 to 4 {
    %u = affine.load %A[%i] : memref<4xf32>
    affine.store %u, %X[%i] : memref<4xf32>
  }
  %q = memref.load %B[%c1] : memref<4xf32>
  affine.for %i = 0 to 4 {
    %u = affine.load %X[%i] : memref<4xf32>
    %v = arith.addf %u, %q : f32
    affine.store %v, %B[%i] : memref<4xf32>
  }
  %d = arith.divsi %n, %c3 : index
  %G = memref.get_global @a : memref<4xf32>
  affine.for %i = 0 to 4 {
    %u = affine.load %B[%i] : memref<4xf32>
    affine.store %u, %G[%i] : memref<4xf32>
  }
  call @ext(%Y) : (memref<4xf32>) -> ()
  %sub = memref.subview %A[1][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  affine.for %i = 0 to 2 {
    %u = affine.load %sub[%i] : memref<2xf32, strided<[1], offset: 1>>
    %v = arith.mulf %u, %k : f32
    affine.store %v, %sub[%i] : memref<2xf32, strided<[1], offset: 1>>
  }
  affine.for %i = 0 to 4 {
    %u = affine.load %A[%i] : memref<4xf32>
    %v = arith.addf %u, %u : f32
    affine.store %v, %A[%i] : memref<4xf32>
  }
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%T : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %x, %q : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %t2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  %w = memref.load %Y[%c0] : memref<4xf32>
  %z = memref.load %X[%c1] : memref<4xf32>
  memref.dealloc %X : memref<4xf32>
  memref.store %w, %A[%c0] : memref<4xf32>
  return %Y, %z, %t2 : memref<4xf32>, f32, tensor<4xf32>
}
