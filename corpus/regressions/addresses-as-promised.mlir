// why:    an alignment that is assumed before, that elements have anyway, or that the allocation gives
// run:    validate %after
// expect: proved
func.func @al_assume_less(%A: memref<8xf32>, %B: memref<8xf32>, %n: index) {
  %C = memref.assume_alignment %A, 64 : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i]  : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  return
}
func.func @al_load_nat(%A: memref<8xf32>, %B: memref<8xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i]  : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  return
}
func.func @al_load_same(%A: memref<8xf32>, %B: memref<8xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i] {alignment = 16} : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  return
}
func.func @aligned_more(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<4xf32> {
  %x = memref.alloc() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  return %x : memref<4xf32>
}
