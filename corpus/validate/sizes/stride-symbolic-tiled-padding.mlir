// why:    another padding
// run:    validate %after
// expect: refuted
func.func @conv(%N: index, %K: index, %P: index, %R: index, %s: index,
    %O: memref<?x40x9xf64>, %W: memref<?x6xf64>, %I: memref<?x50xf64>) {
  affine.for %n = 0 to %N {
    affine.for %k = 0 to %K {
      affine.for %p = 0 to %P {
        affine.for %r = 0 to %R {
          %w = affine.load %W[%k, %r] : memref<?x6xf64>
          %x = affine.load %I[%n, -%r + %p * symbol(%s) + 5] : memref<?x50xf64>
          %m = arith.mulf %w, %x : f64
          %o = affine.load %O[%n, %k, %p] : memref<?x40x9xf64>
          %y = arith.addf %o, %m : f64
          affine.store %y, %O[%n, %k, %p] : memref<?x40x9xf64>
        }
      }
    }
  }
  return
}
