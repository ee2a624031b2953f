func.func @rows(%A: memref<?x?xf32> {polyvet.space = affine_set<(d0, d1) : (d0 - d1 >= 0)>}, %R: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %k = 0 to %n {
    %i = affine.apply affine_map<(d0)[s0] -> (s0 - 1 - d0)>(%k)[%n]
    affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 + 2, s0)>(%i)[%n] {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %r = affine.load %R[%i] : memref<?xf32>
      %s = arith.addf %r, %a : f32
      affine.store %s, %R[%i] : memref<?xf32>
    }
  }
  return
}
