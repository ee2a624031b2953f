// why:    stores in both branches of a condition on data, in tiles: B may be shorter, where the branch is then never taken
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %p = arith.cmpf ogt, %a, %z : f32
    scf.if %p {
      affine.store %a, %B[%i] : memref<?xf32>
    } else {
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  return
}
