// why:    Toeplitz solve: scalars carried across k, a vector read backwards (k - i - 1), and a copy through a scratch vector
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @durbin(%r: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %r, %c0 : memref<?xf64>
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %z = memref.alloca(%n) : memref<?xf64>
  %alpha = memref.alloca() : memref<f64>
  %beta = memref.alloca() : memref<f64>
  %sum = memref.alloca() : memref<f64>
  %rv = affine.load %r[0] : memref<?xf64>
  %neg = arith.negf %rv : f64
  affine.store %neg, %y[0] : memref<?xf64>
  affine.store %one, %beta[] : memref<f64>
  %rv1 = affine.load %r[0] : memref<?xf64>
  %neg1 = arith.negf %rv1 : f64
  affine.store %neg1, %alpha[] : memref<f64>
  affine.for %k = 1 to %n {
    %alphav = affine.load %alpha[] : memref<f64>
    %alphav1 = affine.load %alpha[] : memref<f64>
    %prod = arith.mulf %alphav, %alphav1 : f64
    %diff = arith.subf %one, %prod : f64
    %betav = affine.load %beta[] : memref<f64>
    %prod1 = arith.mulf %diff, %betav : f64
    affine.store %prod1, %beta[] : memref<f64>
    affine.store %zero, %sum[] : memref<f64>
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %sumv = affine.load %sum[] : memref<f64>
      %rv2 = affine.load %r[%k - %i - 1] : memref<?xf64>
      %yv = affine.load %y[%i] : memref<?xf64>
      %prod2 = arith.mulf %rv2, %yv : f64
      %sumv1 = arith.addf %sumv, %prod2 : f64
      affine.store %sumv1, %sum[] : memref<f64>
    }
    %rv2 = affine.load %r[%k] : memref<?xf64>
    %sumv = affine.load %sum[] : memref<f64>
    %sumv1 = arith.addf %rv2, %sumv : f64
    %neg2 = arith.negf %sumv1 : f64
    %betav1 = affine.load %beta[] : memref<f64>
    %quot = arith.divf %neg2, %betav1 : f64
    affine.store %quot, %alpha[] : memref<f64>
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %yv = affine.load %y[%i] : memref<?xf64>
      %alphav2 = affine.load %alpha[] : memref<f64>
      %yv1 = affine.load %y[%k - %i - 1] : memref<?xf64>
      %prod2 = arith.mulf %alphav2, %yv1 : f64
      %sumv2 = arith.addf %yv, %prod2 : f64
      affine.store %sumv2, %z[%i] : memref<?xf64>
    }
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %zv = affine.load %z[%i] : memref<?xf64>
      affine.store %zv, %y[%i] : memref<?xf64>
    }
    %alphav2 = affine.load %alpha[] : memref<f64>
    affine.store %alphav2, %y[%k] : memref<?xf64>
  }
  return
}
