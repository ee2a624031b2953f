// why:    alternating directions: per half step a forward sweep along j, then a backward sweep written with n - 1 - j
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @adi(
    %steps: index, %a: f64, %b: f64, %c: f64, %d: f64, %e: f64, %f: f64, %u: memref<?x?xf64>,
    %v: memref<?x?xf64>, %p: memref<?x?xf64>, %q: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %u, %c0 : memref<?x?xf64>
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  affine.for %t = 0 to %steps {
    // Columns of v from rows of u.
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      affine.store %one, %v[0, %i] : memref<?x?xf64>
      affine.store %zero, %p[%i, 0] : memref<?x?xf64>
      %vv = affine.load %v[0, %i] : memref<?x?xf64>
      affine.store %vv, %q[%i, 0] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        %neg = arith.negf %c : f64
        %pv = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %prod = arith.mulf %a, %pv : f64
        %sum = arith.addf %prod, %b : f64
        %quot = arith.divf %neg, %sum : f64
        affine.store %quot, %p[%i, %j] : memref<?x?xf64>
        %prod1 = arith.mulf %two, %d : f64
        %sum1 = arith.addf %one, %prod1 : f64
        %uv = affine.load %u[%j, %i] : memref<?x?xf64>
        %prod2 = arith.mulf %sum1, %uv : f64
        %uv1 = affine.load %u[%j, %i - 1] : memref<?x?xf64>
        %prod3 = arith.mulf %d, %uv1 : f64
        %diff = arith.subf %prod2, %prod3 : f64
        %uv2 = affine.load %u[%j, %i + 1] : memref<?x?xf64>
        %prod4 = arith.mulf %f, %uv2 : f64
        %diff1 = arith.subf %diff, %prod4 : f64
        %qv = affine.load %q[%i, %j - 1] : memref<?x?xf64>
        %prod5 = arith.mulf %a, %qv : f64
        %diff2 = arith.subf %diff1, %prod5 : f64
        %pv1 = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %prod6 = arith.mulf %a, %pv1 : f64
        %sum2 = arith.addf %prod6, %b : f64
        %quot1 = arith.divf %diff2, %sum2 : f64
        affine.store %quot1, %q[%i, %j] : memref<?x?xf64>
      }
      affine.store %one, %v[symbol(%n) - 1, %i] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        %pv = affine.load %p[%i, symbol(%n) - 1 - %j] : memref<?x?xf64>
        %vv1 = affine.load %v[symbol(%n) - %j, %i] : memref<?x?xf64>
        %prod = arith.mulf %pv, %vv1 : f64
        %qv = affine.load %q[%i, symbol(%n) - 1 - %j] : memref<?x?xf64>
        %sum = arith.addf %prod, %qv : f64
        affine.store %sum, %v[symbol(%n) - 1 - %j, %i] : memref<?x?xf64>
      }
    }
    // Rows of u from columns of v.
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      affine.store %one, %u[%i, 0] : memref<?x?xf64>
      affine.store %zero, %p[%i, 0] : memref<?x?xf64>
      %uv = affine.load %u[%i, 0] : memref<?x?xf64>
      affine.store %uv, %q[%i, 0] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        %neg = arith.negf %f : f64
        %pv = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %prod = arith.mulf %d, %pv : f64
        %sum = arith.addf %prod, %e : f64
        %quot = arith.divf %neg, %sum : f64
        affine.store %quot, %p[%i, %j] : memref<?x?xf64>
        %prod1 = arith.mulf %two, %a : f64
        %sum1 = arith.addf %one, %prod1 : f64
        %vv = affine.load %v[%i, %j] : memref<?x?xf64>
        %prod2 = arith.mulf %sum1, %vv : f64
        %vv1 = affine.load %v[%i - 1, %j] : memref<?x?xf64>
        %prod3 = arith.mulf %a, %vv1 : f64
        %diff = arith.subf %prod2, %prod3 : f64
        %vv2 = affine.load %v[%i + 1, %j] : memref<?x?xf64>
        %prod4 = arith.mulf %c, %vv2 : f64
        %diff1 = arith.subf %diff, %prod4 : f64
        %qv = affine.load %q[%i, %j - 1] : memref<?x?xf64>
        %prod5 = arith.mulf %d, %qv : f64
        %diff2 = arith.subf %diff1, %prod5 : f64
        %pv1 = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %prod6 = arith.mulf %d, %pv1 : f64
        %sum2 = arith.addf %prod6, %e : f64
        %quot1 = arith.divf %diff2, %sum2 : f64
        affine.store %quot1, %q[%i, %j] : memref<?x?xf64>
      }
      affine.store %one, %u[%i, symbol(%n) - 1] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        %pv = affine.load %p[%i, symbol(%n) - 1 - %j] : memref<?x?xf64>
        %uv1 = affine.load %u[%i, symbol(%n) - %j] : memref<?x?xf64>
        %prod = arith.mulf %pv, %uv1 : f64
        %qv = affine.load %q[%i, symbol(%n) - 1 - %j] : memref<?x?xf64>
        %sum = arith.addf %prod, %qv : f64
        affine.store %sum, %u[%i, symbol(%n) - 1 - %j] : memref<?x?xf64>
      }
    }
  }
  return
}
