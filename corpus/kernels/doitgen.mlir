// why:    A[r,q,p] = sum_s A[r,q,s]*C[s,p]: the row is summed into a scratch vector first because A is overwritten
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @doitgen(%A: memref<?x?x?xf64>, %C: memref<?x?xf64>, %sum: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %nr = memref.dim %A, %c0 : memref<?x?x?xf64>
  %nq = memref.dim %A, %c1 : memref<?x?x?xf64>
  %np = memref.dim %A, %c2 : memref<?x?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %r = 0 to %nr {
    affine.for %q = 0 to %nq {
      affine.for %p = 0 to %np {
        affine.store %zero, %sum[%p] : memref<?xf64>
        affine.for %s = 0 to %np {
          %sumv = affine.load %sum[%p] : memref<?xf64>
          %a = affine.load %A[%r, %q, %s] : memref<?x?x?xf64>
          %c = affine.load %C[%s, %p] : memref<?x?xf64>
          %prod = arith.mulf %a, %c : f64
          %sumv1 = arith.addf %sumv, %prod : f64
          affine.store %sumv1, %sum[%p] : memref<?xf64>
        }
      }
      affine.for %p = 0 to %np {
        %sumv = affine.load %sum[%p] : memref<?xf64>
        affine.store %sumv, %A[%r, %q, %p] : memref<?x?x?xf64>
      }
    }
  }
  return
}
