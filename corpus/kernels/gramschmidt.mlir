// why:    QR by modified Gram-Schmidt: columns are normalised in place, and all later ones are changed by each
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @gramschmidt(%A: memref<?x?xf64>, %R: memref<?x?xf64>, %Q: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %nrm = memref.alloca() : memref<f64>
  affine.for %k = 0 to %n {
    affine.store %zero, %nrm[] : memref<f64>
    affine.for %i = 0 to %m {
      %nv = affine.load %nrm[] : memref<f64>
      %a = affine.load %A[%i, %k] : memref<?x?xf64>
      %a1 = affine.load %A[%i, %k] : memref<?x?xf64>
      %prod = arith.mulf %a, %a1 : f64
      %sum = arith.addf %nv, %prod : f64
      affine.store %sum, %nrm[] : memref<f64>
    }
    %nv = affine.load %nrm[] : memref<f64>
    %root = math.sqrt %nv : f64
    affine.store %root, %R[%k, %k] : memref<?x?xf64>
    affine.for %i = 0 to %m {
      %a = affine.load %A[%i, %k] : memref<?x?xf64>
      %r = affine.load %R[%k, %k] : memref<?x?xf64>
      %quot = arith.divf %a, %r : f64
      affine.store %quot, %Q[%i, %k] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(k) -> (k + 1)>(%k) to %n {
      affine.store %zero, %R[%k, %j] : memref<?x?xf64>
      affine.for %i = 0 to %m {
        %r = affine.load %R[%k, %j] : memref<?x?xf64>
        %q = affine.load %Q[%i, %k] : memref<?x?xf64>
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %prod = arith.mulf %q, %a : f64
        %sum = arith.addf %r, %prod : f64
        affine.store %sum, %R[%k, %j] : memref<?x?xf64>
      }
      affine.for %i = 0 to %m {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %q = affine.load %Q[%i, %k] : memref<?x?xf64>
        %r = affine.load %R[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %q, %r : f64
        %diff = arith.subf %a, %prod : f64
        affine.store %diff, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
