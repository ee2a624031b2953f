// why:    LU and two triangular solves through a carried scalar: forward over the rows, then backward (n - 1 - i)
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @ludcmp(%A: memref<?x?xf64>, %b: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %w = memref.alloca() : memref<f64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      affine.store %a, %w[] : memref<f64>
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %wv = affine.load %w[] : memref<f64>
        %a1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a2 = affine.load %A[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a1, %a2 : f64
        %diff = arith.subf %wv, %prod : f64
        affine.store %diff, %w[] : memref<f64>
      }
      %wv = affine.load %w[] : memref<f64>
      %a1 = affine.load %A[%j, %j] : memref<?x?xf64>
      %quot = arith.divf %wv, %a1 : f64
      affine.store %quot, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      affine.store %a, %w[] : memref<f64>
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %wv = affine.load %w[] : memref<f64>
        %a1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a2 = affine.load %A[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a1, %a2 : f64
        %diff = arith.subf %wv, %prod : f64
        affine.store %diff, %w[] : memref<f64>
      }
      %wv = affine.load %w[] : memref<f64>
      affine.store %wv, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    %bv = affine.load %b[%i] : memref<?xf64>
    affine.store %bv, %w[] : memref<f64>
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %wv = affine.load %w[] : memref<f64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %yv = affine.load %y[%j] : memref<?xf64>
      %prod = arith.mulf %a, %yv : f64
      %diff = arith.subf %wv, %prod : f64
      affine.store %diff, %w[] : memref<f64>
    }
    %wv = affine.load %w[] : memref<f64>
    affine.store %wv, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    %yv = affine.load %y[-%i + symbol(%n) - 1] : memref<?xf64>
    affine.store %yv, %w[] : memref<f64>
    affine.for %j = affine_map<(i)[n] -> (n - i)>(%i)[%n] to %n {
      %wv = affine.load %w[] : memref<f64>
      %a = affine.load %A[-%i + symbol(%n) - 1, %j] : memref<?x?xf64>
      %xv = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %a, %xv : f64
      %diff = arith.subf %wv, %prod : f64
      affine.store %diff, %w[] : memref<f64>
    }
    %wv = affine.load %w[] : memref<f64>
    %a = affine.load %A[-%i + symbol(%n) - 1, -%i + symbol(%n) - 1] : memref<?x?xf64>
    %quot = arith.divf %wv, %a : f64
    affine.store %quot, %x[-%i + symbol(%n) - 1] : memref<?xf64>
  }
  return
}
