// why:    operations without effects stand before the loop, in no statement of the model: they are kept or left out
// run:    check --transform "reverse(i)"
// expect: refuted
func.func @f(%A: memref<?xf32>, %B: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  affine.prefetch %A[%c0], read, locality<3>, data : memref<?xf32>
  %t = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %v = vector.broadcast %n : index to vector<4xindex>
  %s = vector.step : vector<4xindex>
  %rank = memref.rank %A : memref<?xf32>
  %same = memref.distinct_objects %B : memref<4xf32>
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
