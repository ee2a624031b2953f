// why:    where the first program is silent as no condition holds, the second one stores beyond the array
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %p = arith.cmpf ogt, %a, %z : f32
    scf.if %p {
      affine.store %a, %B[%i] : memref<?xf32>
    }
  }
  return
}
