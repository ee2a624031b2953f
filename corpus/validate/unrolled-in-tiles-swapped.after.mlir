func.func @rows(%n: index, %y: memref<?xf64>, %x: memref<?xf64>, %A: memref<?x2000xf64>) {
  affine.for %ii = 0 to %n step 16 {
    affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%ii)[%n] {
      affine.for %j = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n] step 4 {
        %a0 = affine.load %y[%i] : memref<?xf64>
        %b0 = affine.load %A[%i, %j] : memref<?x2000xf64>
        %c0 = affine.load %x[%j] : memref<?xf64>
        %d0 = arith.mulf %b0, %c0 : f64
        %e0 = arith.addf %a0, %d0 : f64
        affine.store %e0, %y[%i] : memref<?xf64>
        %a2 = affine.load %y[%i] : memref<?xf64>
        %b2 = affine.load %A[%i, %j + 2] : memref<?x2000xf64>
        %c2 = affine.load %x[%j + 2] : memref<?xf64>
        %d2 = arith.mulf %b2, %c2 : f64
        %e2 = arith.addf %a2, %d2 : f64
        affine.store %e2, %y[%i] : memref<?xf64>
        %a1 = affine.load %y[%i] : memref<?xf64>
        %b1 = affine.load %A[%i, %j + 1] : memref<?x2000xf64>
        %c1 = affine.load %x[%j + 1] : memref<?xf64>
        %d1 = arith.mulf %b1, %c1 : f64
        %e1 = arith.addf %a1, %d1 : f64
        affine.store %e1, %y[%i] : memref<?xf64>
        %a3 = affine.load %y[%i] : memref<?xf64>
        %b3 = affine.load %A[%i, %j + 3] : memref<?x2000xf64>
        %c3 = affine.load %x[%j + 3] : memref<?xf64>
        %d3 = arith.mulf %b3, %c3 : f64
        %e3 = arith.addf %a3, %d3 : f64
        affine.store %e3, %y[%i] : memref<?xf64>
      }
      affine.for %j = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n] to %n {
        %a0 = affine.load %y[%i] : memref<?xf64>
        %b0 = affine.load %A[%i, %j] : memref<?x2000xf64>
        %c0 = affine.load %x[%j] : memref<?xf64>
        %d0 = arith.mulf %b0, %c0 : f64
        %e0 = arith.addf %a0, %d0 : f64
        affine.store %e0, %y[%i] : memref<?xf64>
      }
    }
  }
  return
}
