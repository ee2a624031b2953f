// why:    a buffer of vectors is one of numbers: an element is a vector, and a cast of the type is the buffer itself
// run:    validate %after
// expect: proved
func.func @row(%A: memref<8x4xf32>, %B: memref<8xvector<4xf32>>, %i: index) {
  %V = vector.type_cast %A : memref<8x4xf32> to memref<vector<8x4xf32>>
  %v = memref.load %V[] : memref<vector<8x4xf32>>
  %r = vector.extract %v[2] : vector<4xf32> from vector<8x4xf32>
  memref.store %r, %B[%i] : memref<8xvector<4xf32>>
  return
}
func.func @doubled(%B: memref<?xvector<4xf32>>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %B[%i + 1] : memref<?xvector<4xf32>>
    %w = arith.addf %v, %v : vector<4xf32>
    affine.store %w, %B[%i + 1] : memref<?xvector<4xf32>>
  }
  return
}
