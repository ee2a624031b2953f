func.func @read(%arg0: memref<2xi8>) -> vector<[2]xi8> {
  %c0 = arith.constant 0 : index
  %c0_i8 = arith.constant 0 : i8
  %0 = vector.transfer_read %arg0[%c0], %c0_i8 {in_bounds = [true]} : memref<2xi8>, vector<[2]xi8>
  return %0 : vector<[2]xi8>
}

