// why:    recursive filter: four passes, two of them backward, each with carried scalars of two iterations before
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @deriche(%alpha: f32, %imgIn: memref<?x?xf32>, %imgOut: memref<?x?xf32>, %y1: memref<?x?xf32>, %y2: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.dim %imgIn, %c0 : memref<?x?xf32>
  %h = memref.dim %imgIn, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %neg = arith.negf %alpha : f32
  %ea = math.exp %neg : f32
  %a2v = arith.mulf %two, %alpha : f32
  %e2a = math.exp %a2v : f32
  %om = arith.subf %one, %ea : f32
  %om2 = arith.mulf %om, %om : f32
  %p1 = arith.mulf %a2v, %ea : f32
  %d1 = arith.addf %one, %p1 : f32
  %d2 = arith.subf %d1, %e2a : f32
  %k = arith.divf %om2, %d2 : f32
  %kea = arith.mulf %k, %ea : f32
  %am1 = arith.subf %alpha, %one : f32
  %ap1 = arith.addf %alpha, %one : f32
  %a2 = arith.mulf %kea, %am1 : f32
  %a3 = arith.mulf %kea, %ap1 : f32
  %n2a = arith.negf %a2v : f32
  %em2a = math.exp %n2a : f32
  %kem = arith.mulf %k, %em2a : f32
  %a4 = arith.negf %kem : f32
  %b1 = math.powf %two, %neg : f32
  %b2 = arith.negf %em2a : f32
  %xm1 = memref.alloca() : memref<f32>
  %xm2 = memref.alloca() : memref<f32>
  %ym1 = memref.alloca() : memref<f32>
  %ym2 = memref.alloca() : memref<f32>
  affine.for %i = 0 to %w {
    affine.store %zero, %ym1[] : memref<f32>
    affine.store %zero, %ym2[] : memref<f32>
    affine.store %zero, %xm1[] : memref<f32>
    affine.for %j = 0 to %h {
      %in = affine.load %imgIn[%i, %j] : memref<?x?xf32>
      %t1 = arith.mulf %k, %in : f32
      %x1 = affine.load %xm1[] : memref<f32>
      %t2 = arith.mulf %a2, %x1 : f32
      %v1 = affine.load %ym1[] : memref<f32>
      %t3 = arith.mulf %b1, %v1 : f32
      %v2 = affine.load %ym2[] : memref<f32>
      %t4 = arith.mulf %b2, %v2 : f32
      %s1 = arith.addf %t1, %t2 : f32
      %s2 = arith.addf %s1, %t3 : f32
      %s3 = arith.addf %s2, %t4 : f32
      affine.store %s3, %y1[%i, %j] : memref<?x?xf32>
      %in2 = affine.load %imgIn[%i, %j] : memref<?x?xf32>
      affine.store %in2, %xm1[] : memref<f32>
      %v3 = affine.load %ym1[] : memref<f32>
      affine.store %v3, %ym2[] : memref<f32>
      %v4 = affine.load %y1[%i, %j] : memref<?x?xf32>
      affine.store %v4, %ym1[] : memref<f32>
    }
  }
  affine.for %i = 0 to %w {
    affine.store %zero, %ym1[] : memref<f32>
    affine.store %zero, %ym2[] : memref<f32>
    affine.store %zero, %xm1[] : memref<f32>
    affine.store %zero, %xm2[] : memref<f32>
    affine.for %j = 0 to %h {
      %x1 = affine.load %xm1[] : memref<f32>
      %t1 = arith.mulf %a3, %x1 : f32
      %x2 = affine.load %xm2[] : memref<f32>
      %t2 = arith.mulf %a4, %x2 : f32
      %v1 = affine.load %ym1[] : memref<f32>
      %t3 = arith.mulf %b1, %v1 : f32
      %v2 = affine.load %ym2[] : memref<f32>
      %t4 = arith.mulf %b2, %v2 : f32
      %s1 = arith.addf %t1, %t2 : f32
      %s2 = arith.addf %s1, %t3 : f32
      %s3 = arith.addf %s2, %t4 : f32
      affine.store %s3, %y2[%i, -%j + symbol(%h) - 1] : memref<?x?xf32>
      %x3 = affine.load %xm1[] : memref<f32>
      affine.store %x3, %xm2[] : memref<f32>
      %in = affine.load %imgIn[%i, -%j + symbol(%h) - 1] : memref<?x?xf32>
      affine.store %in, %xm1[] : memref<f32>
      %v3 = affine.load %ym1[] : memref<f32>
      affine.store %v3, %ym2[] : memref<f32>
      %v4 = affine.load %y2[%i, -%j + symbol(%h) - 1] : memref<?x?xf32>
      affine.store %v4, %ym1[] : memref<f32>
    }
  }
  affine.for %i = 0 to %w {
    affine.for %j = 0 to %h {
      %l = affine.load %y1[%i, %j] : memref<?x?xf32>
      %r = affine.load %y2[%i, %j] : memref<?x?xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %imgOut[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 0 to %h {
    affine.store %zero, %ym1[] : memref<f32>
    affine.store %zero, %ym2[] : memref<f32>
    affine.store %zero, %xm1[] : memref<f32>
    affine.for %i = 0 to %w {
      %in = affine.load %imgOut[%i, %j] : memref<?x?xf32>
      %t1 = arith.mulf %k, %in : f32
      %x1 = affine.load %xm1[] : memref<f32>
      %t2 = arith.mulf %a2, %x1 : f32
      %v1 = affine.load %ym1[] : memref<f32>
      %t3 = arith.mulf %b1, %v1 : f32
      %v2 = affine.load %ym2[] : memref<f32>
      %t4 = arith.mulf %b2, %v2 : f32
      %s1 = arith.addf %t1, %t2 : f32
      %s2 = arith.addf %s1, %t3 : f32
      %s3 = arith.addf %s2, %t4 : f32
      affine.store %s3, %y1[%i, %j] : memref<?x?xf32>
      %in2 = affine.load %imgOut[%i, %j] : memref<?x?xf32>
      affine.store %in2, %xm1[] : memref<f32>
      %v3 = affine.load %ym1[] : memref<f32>
      affine.store %v3, %ym2[] : memref<f32>
      %v4 = affine.load %y1[%i, %j] : memref<?x?xf32>
      affine.store %v4, %ym1[] : memref<f32>
    }
  }
  affine.for %j = 0 to %h {
    affine.store %zero, %ym1[] : memref<f32>
    affine.store %zero, %ym2[] : memref<f32>
    affine.store %zero, %xm1[] : memref<f32>
    affine.store %zero, %xm2[] : memref<f32>
    affine.for %i = 0 to %w {
      %x1 = affine.load %xm1[] : memref<f32>
      %t1 = arith.mulf %a3, %x1 : f32
      %x2 = affine.load %xm2[] : memref<f32>
      %t2 = arith.mulf %a4, %x2 : f32
      %v1 = affine.load %ym1[] : memref<f32>
      %t3 = arith.mulf %b1, %v1 : f32
      %v2 = affine.load %ym2[] : memref<f32>
      %t4 = arith.mulf %b2, %v2 : f32
      %s1 = arith.addf %t1, %t2 : f32
      %s2 = arith.addf %s1, %t3 : f32
      %s3 = arith.addf %s2, %t4 : f32
      affine.store %s3, %y2[-%i + symbol(%w) - 1, %j] : memref<?x?xf32>
      %x3 = affine.load %xm1[] : memref<f32>
      affine.store %x3, %xm2[] : memref<f32>
      %in = affine.load %imgOut[-%i + symbol(%w) - 1, %j] : memref<?x?xf32>
      affine.store %in, %xm1[] : memref<f32>
      %v3 = affine.load %ym1[] : memref<f32>
      affine.store %v3, %ym2[] : memref<f32>
      %v4 = affine.load %y2[-%i + symbol(%w) - 1, %j] : memref<?x?xf32>
      affine.store %v4, %ym1[] : memref<f32>
    }
  }
  affine.for %i = 0 to %w {
    affine.for %j = 0 to %h {
      %l = affine.load %y1[%i, %j] : memref<?x?xf32>
      %r = affine.load %y2[%i, %j] : memref<?x?xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %imgOut[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
