// why:    an operation may promise less than before, and what it cannot break counts for nothing
// run:    validate %after
// expect: proved
func.func @drop_nuw(%A: memref<8xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = affine.load %B[%i] : memref<8xi32>
    %r = arith.addi %x, %y overflow<nsw,nuw> : i32
    affine.store %r, %B[%i] : memref<8xi32>
  }
  return
}
func.func @mul1_drop(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %c = arith.constant 1.0 : f32
    %s = arith.addf %x, %y : f32
    %r = arith.mulf %s, %c fastmath<nnan> : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @mul1_both(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %c = arith.constant 1.0 : f32
    %s = arith.addf %x, %y : f32
    %r = arith.mulf %s, %c fastmath<nnan> : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @fold_fine(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %r = arith.constant 6.0 : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @vreddrop(%v: memref<8xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %v[%c0] : memref<8xf32>, vector<8xf32>
  %r = vector.reduction <add>, %x fastmath<nnan,ninf> : vector<8xf32> into f32
  memref.store %r, %o[] : memref<f32>
  return
}
func.func @idx_nuw_ok(%A: memref<8xindex>, %n: index) {
  %c1 = arith.constant 1 : index
  %cm = arith.constant -1 : index
  affine.for %i = 0 to 8 {
    %k = arith.addi %i, %c1 : index
    memref.store %k, %A[%i] : memref<8xindex>
  }
  return
}
func.func @idx_sub_nuw(%A: memref<8xindex>, %n: index) {
  %c1 = arith.constant 1 : index
  %cm = arith.constant -1 : index
  affine.for %i = 1 to 8 {
    %k = arith.subi %i, %c1 : index
    memref.store %k, %A[%i] : memref<8xindex>
  }
  return
}
