func.func @f(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to %n step 4 {
  affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%t)[%n] {
    %a = affine.load %A[%i] : memref<?xf32>
    %p = arith.cmpf ogt, %a, %z : f32
    scf.if %p {
      affine.store %a, %B[%i] : memref<?xf32>
    } else {
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  }
  return
}
