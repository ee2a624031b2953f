// Structured operations on two views of one buffer.
func.func @before(%A: memref<6xf32>, %B: memref<6xf32>) {
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = affine.load %B[%i] : memref<6xf32>
    %m = arith.maximumf %b, %a : f32
    affine.store %m, %B[%i] : memref<6xf32>
  }
  return
}
func.func @after(%A: memref<6xf32>, %B: memref<6xf32>) {
  %x = memref.subview %A[0] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 0>>
  %y = memref.subview %B[0] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 0>>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<4xf32, strided<[1], offset: 0>>) outs(%y : memref<4xf32, strided<[1], offset: 0>>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maximumf %b, %a : f32
    linalg.yield %m : f32
  }
  affine.for %i = 4 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = affine.load %B[%i] : memref<6xf32>
    %m = arith.maximumf %b, %a : f32
    affine.store %m, %B[%i] : memref<6xf32>
  }
  return
}
