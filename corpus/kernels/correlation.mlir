// why:    means, deviations (at least eps), centring, then the correlation matrix: upper half computed, lower half copied
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @correlation(
    %count: f64, %eps: f64, %data: memref<?x?xf64>, %corr: memref<?x?xf64>, %mean: memref<?xf64>,
    %stddev: memref<?xf64>) {
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
  affine.for %j = 0 to %m {
    affine.store %zero, %stddev[%j] : memref<?xf64>
    affine.for %i = 0 to %n {
      %stddevv = affine.load %stddev[%j] : memref<?xf64>
      %datav = affine.load %data[%i, %j] : memref<?x?xf64>
      %meanv = affine.load %mean[%j] : memref<?xf64>
      %diff = arith.subf %datav, %meanv : f64
      %datav1 = affine.load %data[%i, %j] : memref<?x?xf64>
      %meanv1 = affine.load %mean[%j] : memref<?xf64>
      %diff1 = arith.subf %datav1, %meanv1 : f64
      %prod = arith.mulf %diff, %diff1 : f64
      %sum = arith.addf %stddevv, %prod : f64
      affine.store %sum, %stddev[%j] : memref<?xf64>
    }
    %stddevv = affine.load %stddev[%j] : memref<?xf64>
    %quot = arith.divf %stddevv, %count : f64
    %root = math.sqrt %quot : f64
    affine.store %root, %stddev[%j] : memref<?xf64>
    %stddevv1 = affine.load %stddev[%j] : memref<?xf64>
    %cond = arith.cmpf ole, %stddevv1, %eps : f64
    %stddevv2 = affine.load %stddev[%j] : memref<?xf64>
    %pick = arith.select %cond, %one, %stddevv2 : f64
    affine.store %pick, %stddev[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %datav = affine.load %data[%i, %j] : memref<?x?xf64>
      %meanv = affine.load %mean[%j] : memref<?xf64>
      %diff = arith.subf %datav, %meanv : f64
      affine.store %diff, %data[%i, %j] : memref<?x?xf64>
      %datav1 = affine.load %data[%i, %j] : memref<?x?xf64>
      %root = math.sqrt %count : f64
      %stddevv = affine.load %stddev[%j] : memref<?xf64>
      %prod = arith.mulf %root, %stddevv : f64
      %quot = arith.divf %datav1, %prod : f64
      affine.store %quot, %data[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to affine_map<()[m] -> (m - 1)>()[%m] {
    affine.store %one, %corr[%i, %i] : memref<?x?xf64>
    affine.for %j = affine_map<(i) -> (i + 1)>(%i) to %m {
      affine.store %zero, %corr[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %n {
        %corrv = affine.load %corr[%i, %j] : memref<?x?xf64>
        %datav = affine.load %data[%k, %i] : memref<?x?xf64>
        %datav1 = affine.load %data[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %datav, %datav1 : f64
        %sum = arith.addf %corrv, %prod : f64
        affine.store %sum, %corr[%i, %j] : memref<?x?xf64>
      }
      %corrv = affine.load %corr[%i, %j] : memref<?x?xf64>
      affine.store %corrv, %corr[%j, %i] : memref<?x?xf64>
    }
  }
  affine.store %one, %corr[symbol(%m) - 1, symbol(%m) - 1] : memref<?x?xf64>
  return
}
