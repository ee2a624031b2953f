func.func @conv(%N: index, %K: index, %P: index, %R: index, %s: index,
    %O: memref<?x40x9xf64>, %W: memref<?x6xf64>, %I: memref<?x50xf64>) {
  affine.for %tn = 0 to %N step 16 {
    affine.for %tk = 0 to %K step 16 {
      affine.for %tp = 0 to %P step 16 {
        affine.for %tr = 0 to %R step 16 {
          affine.for %xn = affine_map<(d0) -> (d0)>(%tn) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%tn)[%N] {
            affine.for %xk = affine_map<(d0) -> (d0)>(%tk) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%tk)[%K] {
              affine.for %xp = affine_map<(d0) -> (d0)>(%tp) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%tp)[%P] {
                affine.for %xr = affine_map<(d0) -> (d0)>(%tr) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%tr)[%R] {
                  %w = affine.load %W[%xk, %xr] : memref<?x6xf64>
                  %x = affine.load %I[%xn, -%xr + %xp * symbol(%s) + 5] : memref<?x50xf64>
                  %m = arith.mulf %w, %x : f64
                  %o = affine.load %O[%xn, %xk, %xp] : memref<?x40x9xf64>
                  %y = arith.addf %o, %m : f64
                  affine.store %y, %O[%xn, %xk, %xp] : memref<?x40x9xf64>
                }
              }
            }
          }
        }
      }
    }
  }
  return
}
