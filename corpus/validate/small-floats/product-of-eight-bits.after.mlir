func.func @f(%A: memref<?x?xf8E4M3FN>, %B: memref<?x?xf8E5M2>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.dim %C, %c0 : memref<?x?xf32>
  %n = memref.dim %C, %c1 : memref<?x?xf32>
  %q = memref.dim %A, %c1 : memref<?x?xf8E4M3FN>
  scf.for %ii = %c0 to %m step %c4 {
    %end = affine.min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%ii)[%m]
    scf.for %j = %c0 to %n step %c1 {
      scf.for %i = %ii to %end step %c1 {
        scf.for %k = %c0 to %q step %c1 {
          %a = memref.load %A[%i, %k] : memref<?x?xf8E4M3FN>
          %b = memref.load %B[%k, %j] : memref<?x?xf8E5M2>
          %c = memref.load %C[%i, %j] : memref<?x?xf32>
          %x = arith.extf %a : f8E4M3FN to f32
          %y = arith.extf %b : f8E5M2 to f32
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %c, %p : f32
          memref.store %s, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
