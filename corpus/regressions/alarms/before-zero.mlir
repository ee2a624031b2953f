// why:    a transfer may run beyond the extent, not before 0: what reads row by row where there is one is right (vector-to-scf of LLVM 22, which was refuted for base = -14)
// run:    validate %after
// expect: proved
func.func @read(%A: memref<?x?xf32>, %base: index) -> vector<3x15xf32> {
  %pad = arith.constant 7.0 : f32
  %v = vector.transfer_read %A[%base, %base], %pad : memref<?x?xf32>, vector<3x15xf32>
  return %v : vector<3x15xf32>
}
func.func @write(%A: memref<?xf32>, %base: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %A[%base] : vector<4xf32>, memref<?xf32>
  return
}
