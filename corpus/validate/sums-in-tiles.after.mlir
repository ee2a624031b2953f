func.func @sums(%a: tensor<8x?xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.dim %a, %c1 : tensor<8x?xf32>
  %r = scf.for %d0 = %c0 to %c8 step %c4 iter_args(%1 = %c) -> (tensor<8xf32>) {
    %2 = scf.for %d1 = %c0 to %0 step %c2 iter_args(%3 = %1) -> (tensor<8xf32>) {
      %4 = affine.min affine_map<(d0, d1) -> (d1 - d0, 2)>(%d1, %0)
      %5 = tensor.extract_slice %a[%d0, %d1] [4, %4] [1, 1] : tensor<8x?xf32> to tensor<4x?xf32>
      %6 = tensor.extract_slice %3[%d0] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %7 = tensor.dim %5, %c1 : tensor<4x?xf32>
      %8 = vector.transfer_read %6[%c0], %cst {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
      %9 = vector.create_mask %c4, %7 : vector<4x2xi1>
      %10 = vector.transfer_read %5[%c0, %c0], %cst, %9 {in_bounds = [true, true]} : tensor<4x?xf32>, vector<4x2xf32>
      %11 = vector.create_mask %c4, %7 : vector<4x2xi1>
      %12 = vector.mask %11 { %13 = vector.multi_reduction <add>, %10, %8 [1] : vector<4x2xf32> to vector<4xf32> }  : vector<4x2xi1> -> vector<4xf32>
      %r_1 = vector.transfer_write %12, %6[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
      %14 = tensor.insert_slice %r_1 into %3[%d0] [4] [1] : tensor<4xf32> into tensor<8xf32>
      scf.yield %14 : tensor<8xf32>
    }
    scf.yield %2 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
