module {
  func.func @tadd(%arg0: tensor<8x6xf32>, %arg1: tensor<6x8xf32>) -> tensor<8x6xf32> {
    %0 = ub.poison : f32
    %c0 = arith.constant 0 : index
    %1 = tensor.empty() : tensor<8x6xf32>
    %2 = vector.transfer_read %arg1[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<6x8xf32>, vector<6x8xf32>
    %3 = vector.transpose %2, [1, 0] : vector<6x8xf32> to vector<8x6xf32>
    %4 = vector.transfer_read %arg0[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<8x6xf32>, vector<8x6xf32>
    %5 = arith.addf %4, %3 : vector<8x6xf32>
    %6 = vector.transfer_write %5, %1[%c0, %c0] {in_bounds = [true, true]} : vector<8x6xf32>, tensor<8x6xf32>
    return %6 : tensor<8x6xf32>
  }
}

