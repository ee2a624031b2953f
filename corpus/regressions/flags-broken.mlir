// why:    flags that a run breaks, on data, on indices and on transfers
// run:    validate %after
// expect: refuted
func.func @trunc_nuw(%A: memref<8xi8>, %B: memref<8xi8>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi8>
    %y = affine.load %B[%i] : memref<8xi8>
    %r = arith.addi %x, %y : i8
    affine.store %r, %B[%i] : memref<8xi8>
  }
  return
}
func.func @div_exact(%A: memref<8xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = affine.load %B[%i] : memref<8xi32>
    %c = arith.constant 4 : i32
    %r = arith.divsi %x, %c : i32
    affine.store %r, %B[%i] : memref<8xi32>
  }
  return
}
func.func @idx_nuw_m1(%A: memref<8xindex>, %n: index) {
  %c1 = arith.constant 1 : index
  %cm = arith.constant -1 : index
  affine.for %i = 1 to 8 {
    %k = arith.addi %i, %cm : index
    memref.store %k, %A[%i] : memref<8xindex>
  }
  return
}
func.func @idx_sub_nuw_bad(%A: memref<8xindex>, %n: index) {
  %c1 = arith.constant 1 : index
  %cm = arith.constant -1 : index
  affine.for %i = 0 to 8 {
    %k = arith.subi %i, %c1 : index
    memref.store %k, %A[%i] : memref<8xindex>
  }
  return
}
func.func @in_bounds_added(%A: memref<?xf32>, %B: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c0], %z  : memref<?xf32>, vector<8xf32>
  vector.transfer_write %x, %B[%c0] {in_bounds=[true]} : vector<8xf32>, memref<8xf32>
  return
}
func.func @lin_disjoint(%A: memref<16xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %k = affine.linearize_index [%i, %j] by (4, 3) : index
      memref.store %z, %A[%k] : memref<16xf32>
    }}
  return
}
