// why:    electric and magnetic field leapfrog on staggered grids: four statements of different extents per time step
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @fdtd_2d(%ex: memref<?x?xf64>, %ey: memref<?x?xf64>, %hz: memref<?x?xf64>, %pulse: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nx = memref.dim %ex, %c0 : memref<?x?xf64>
  %ny = memref.dim %ex, %c1 : memref<?x?xf64>
  %steps = memref.dim %pulse, %c0 : memref<?xf64>
  %half = arith.constant 0.5 : f64
  %c07 = arith.constant 0.7 : f64
  affine.for %t = 0 to %steps {
    affine.for %j = 0 to %ny {
      %pulsev = affine.load %pulse[%t] : memref<?xf64>
      affine.store %pulsev, %ey[0, %j] : memref<?x?xf64>
    }
    affine.for %i = 1 to %nx {
      affine.for %j = 0 to %ny {
        %eyv = affine.load %ey[%i, %j] : memref<?x?xf64>
        %hzv = affine.load %hz[%i, %j] : memref<?x?xf64>
        %hzv1 = affine.load %hz[%i - 1, %j] : memref<?x?xf64>
        %diff = arith.subf %hzv, %hzv1 : f64
        %prod = arith.mulf %half, %diff : f64
        %diff1 = arith.subf %eyv, %prod : f64
        affine.store %diff1, %ey[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to %nx {
      affine.for %j = 1 to %ny {
        %exv = affine.load %ex[%i, %j] : memref<?x?xf64>
        %hzv = affine.load %hz[%i, %j] : memref<?x?xf64>
        %hzv1 = affine.load %hz[%i, %j - 1] : memref<?x?xf64>
        %diff = arith.subf %hzv, %hzv1 : f64
        %prod = arith.mulf %half, %diff : f64
        %diff1 = arith.subf %exv, %prod : f64
        affine.store %diff1, %ex[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to affine_map<()[nx] -> (nx - 1)>()[%nx] {
      affine.for %j = 0 to affine_map<()[ny] -> (ny - 1)>()[%ny] {
        %hzv = affine.load %hz[%i, %j] : memref<?x?xf64>
        %exv = affine.load %ex[%i, %j + 1] : memref<?x?xf64>
        %exv1 = affine.load %ex[%i, %j] : memref<?x?xf64>
        %diff = arith.subf %exv, %exv1 : f64
        %eyv = affine.load %ey[%i + 1, %j] : memref<?x?xf64>
        %sum = arith.addf %diff, %eyv : f64
        %eyv1 = affine.load %ey[%i, %j] : memref<?x?xf64>
        %diff1 = arith.subf %sum, %eyv1 : f64
        %prod = arith.mulf %c07, %diff1 : f64
        %diff2 = arith.subf %hzv, %prod : f64
        affine.store %diff2, %hz[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
