// why:    x1 += A*y1 and x2 += transpose(A)*y2: two independent nests that share only what they read
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @mvt(
    %x1: memref<?xf64>, %x2: memref<?xf64>, %y1: memref<?xf64>, %y2: memref<?xf64>,
    %A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x1, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x1v = affine.load %x1[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %y1v = affine.load %y1[%j] : memref<?xf64>
      %prod = arith.mulf %a, %y1v : f64
      %sum = arith.addf %x1v, %prod : f64
      affine.store %sum, %x1[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x2v = affine.load %x2[%i] : memref<?xf64>
      %a = affine.load %A[%j, %i] : memref<?x?xf64>
      %y2v = affine.load %y2[%j] : memref<?xf64>
      %prod = arith.mulf %a, %y2v : f64
      %sum = arith.addf %x2v, %prod : f64
      affine.store %sum, %x2[%i] : memref<?xf64>
    }
  }
  return
}
