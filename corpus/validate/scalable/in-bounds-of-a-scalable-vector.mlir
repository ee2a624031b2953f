// why:    mlir-opt 22.1.8 --canonicalize says that two elements of a vector<[2]xi8> are within two of a buffer; where the vector scale is two it reads four. Found in MLIR's own tests (Vector/vector-transfer-flatten.mlir).
// run:    validate %after
// expect: refuted
func.func @read(%A: memref<2xi8>) -> vector<[2]xi8> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i8
  %v = vector.transfer_read %A[%c0], %zero : memref<2xi8>, vector<[2]xi8>
  return %v : vector<[2]xi8>
}
