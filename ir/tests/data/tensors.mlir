// Tensors: slices, padding, shapes.
func.func @slices(%A: tensor<8x16x4xf32>, %D: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.extract_slice %A[0, 2, 0] [4, 7, 4] [1, 2, 1] : tensor<8x16x4xf32> to tensor<4x7x4xf32>
  %1 = tensor.extract_slice %A[%i, 0, 0] [1, 16, 4] [1, 1, 1] {note} : tensor<8x16x4xf32> to tensor<16x4xf32>
  %2 = tensor.extract_slice %D[%i, %i] [%n, 4] [%n, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %3 = tensor.insert_slice %2 into %D[%i, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  %4 = tensor.insert_slice %1 into %A[%i, 0, 0] [1, 16, 4] [1, 1, 1] : tensor<16x4xf32> into tensor<8x16x4xf32>
  return %2 : tensor<?x4xf32>
}
func.func @parallel(%A: tensor<100xf32>, %B: tensor<100xf32>, %n: index) -> tensor<100xf32> {
  %r = scf.forall (%i) in (10) shared_outs(%o = %A) -> (tensor<100xf32>) {
    %s = tensor.extract_slice %B[%i] [10] [1] : tensor<100xf32> to tensor<10xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [10] [1] : tensor<10xf32> into tensor<100xf32>
    }
  }
  return %r : tensor<100xf32>
}
func.func @pad(%A: tensor<8x?xf32>, %v: f32, %n: index) -> tensor<12x?xf32> {
  %0 = tensor.pad %A low[2, %n] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<8x?xf32> to tensor<12x?xf32>
  %1 = tensor.pad %A nofold low[2, 0] high[%n, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } {note} : tensor<8x?xf32> to tensor<?x?xf32>
  return %0 : tensor<12x?xf32>
}
func.func @shapes(%A: tensor<4x6x?xf32>, %n: index, %s: tensor<2xi32>, %f: tensor<f32>, %x: f32) {
  %0 = tensor.collapse_shape %A [[0, 1], [2]] : tensor<4x6x?xf32> into tensor<24x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [4, 6, %n] : tensor<24x?xf32> into tensor<4x6x?xf32>
  %2 = tensor.collapse_shape %f [] : tensor<f32> into tensor<f32>
  %3 = tensor.expand_shape %f [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %4 = tensor.reshape %0(%s) : (tensor<24x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %5 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  %6 = tensor.from_elements %x, %x : tensor<2xf32>
  %7 = tensor.from_elements : tensor<0xf32>
  %8 = tensor.splat %x : tensor<4xf32>
  %9 = tensor.splat %x[%n] : tensor<4x?xf32>
  %10 = tensor.concat dim(0) %8, %8 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %11 = tensor.rank %0 : tensor<24x?xf32>
  %12 = tensor.bitcast %8 : tensor<4xf32> to tensor<4xi32>
  %13 = tensor.empty(%n) : tensor<?xf32>
  %14 = tensor.dim %0, %n : tensor<24x?xf32>
  %15 = tensor.extract %0[%n, %n] : tensor<24x?xf32>
  %16 = tensor.insert %x into %0[%n, %n] : tensor<24x?xf32>
  return
}
func.func @gather(%A: tensor<4x4x4xf32>, %ix: tensor<1x7x2xindex>, %s: tensor<1x7x4xf32>) {
  %0 = tensor.gather %A[%ix] gather_dims([0, 2]) : (tensor<4x4x4xf32>, tensor<1x7x2xindex>) -> tensor<1x7x4xf32>
  %1 = tensor.gather %A[%ix] gather_dims([0, 2]) unique : (tensor<4x4x4xf32>, tensor<1x7x2xindex>) -> tensor<1x7x1x4x1xf32>
  %2 = tensor.scatter %0 into %A[%ix] scatter_dims([0, 2]) unique : (tensor<1x7x4xf32>, tensor<4x4x4xf32>, tensor<1x7x2xindex>) -> tensor<4x4x4xf32>
  return
}
func.func @pack(%A: tensor<128x256xf32>, %B: tensor<16x8x8x32xf32>, %C: tensor<8x16x8x32xf32>, %v: f32, %D: tensor<?x?xf32>, %E: tensor<?x?x?x2xf32>, %n: index, %m: memref<128x256xf32>, %p: memref<16x8x8x32xf32>) {
  %0 = linalg.pack %A inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %B : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  %1 = linalg.pack %A outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %C : tensor<128x256xf32> -> tensor<8x16x8x32xf32>
  %2 = linalg.pack %D padding_value(%v : f32) inner_dims_pos = [0, 1] inner_tiles = [%n, 2] into %E {note} : tensor<?x?xf32> -> tensor<?x?x?x2xf32>
  %3 = linalg.unpack %B inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %A : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  %4 = linalg.unpack %C outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %A : tensor<8x16x8x32xf32> -> tensor<128x256xf32>
  return
}
