// why:    an alignment that only the second program assumes, or only under a condition; and another memory space
// run:    validate %after
// expect: unknown
func.func @al_assume(%A: memref<8xf32>, %B: memref<8xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i]  : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  return
}
func.func @al_assume_more(%A: memref<8xf32>, %B: memref<8xf32>, %n: index) {
  %C = memref.assume_alignment %A, 16 : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i]  : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  return
}
func.func @al_load(%A: memref<8xf32>, %B: memref<8xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i]  : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  return
}
func.func @al_if(%A: memref<8xf32>, %n: index) {
  affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%n) {
    %C = memref.assume_alignment %A, 64 : memref<8xf32>
  }
  %z = arith.constant 0.0 : f32
  affine.store %z, %A[1] : memref<8xf32>
  return
}
func.func @aligned_result(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<4xf32> {
  %x = memref.alloc() {alignment = 64} : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  return %x : memref<4xf32>
}
func.func @space(%A: memref<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, %i] : memref<4x4xf32>
  }
  return
}
