// why:    means, centring, then the covariance matrix: each cell of the upper half is scaled and mirrored when it is done
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @covariance(%count: f64, %data: memref<?x?xf64>, %cov: memref<?x?xf64>, %mean: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %data, %c0 : memref<?x?xf64>
  %m = memref.dim %data, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  affine.for %j = 0 to %m {
    affine.store %zero, %mean[%j] : memref<?xf64>
    affine.for %i = 0 to %n {
      %meanv = affine.load %mean[%j] : memref<?xf64>
      %datav = affine.load %data[%i, %j] : memref<?x?xf64>
      %sum = arith.addf %meanv, %datav : f64
      affine.store %sum, %mean[%j] : memref<?xf64>
    }
    %meanv = affine.load %mean[%j] : memref<?xf64>
    %quot = arith.divf %meanv, %count : f64
    affine.store %quot, %mean[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %datav = affine.load %data[%i, %j] : memref<?x?xf64>
      %meanv = affine.load %mean[%j] : memref<?xf64>
      %diff = arith.subf %datav, %meanv : f64
      affine.store %diff, %data[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %m {
    affine.for %j = affine_map<(i) -> (i)>(%i) to %m {
      affine.store %zero, %cov[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %n {
        %covv = affine.load %cov[%i, %j] : memref<?x?xf64>
        %datav = affine.load %data[%k, %i] : memref<?x?xf64>
        %datav1 = affine.load %data[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %datav, %datav1 : f64
        %sum = arith.addf %covv, %prod : f64
        affine.store %sum, %cov[%i, %j] : memref<?x?xf64>
      }
      %covv = affine.load %cov[%i, %j] : memref<?x?xf64>
      %diff = arith.subf %count, %one : f64
      %quot = arith.divf %covv, %diff : f64
      affine.store %quot, %cov[%i, %j] : memref<?x?xf64>
      %covv1 = affine.load %cov[%i, %j] : memref<?x?xf64>
      affine.store %covv1, %cov[%j, %i] : memref<?x?xf64>
    }
  }
  return
}
