// why:    three buffers of a chain of elementwise loops become one that is updated in place
// run:    validate %after
// expect: proved
func.func @chain(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %one = arith.constant 1.0 : f32
  %t = memref.alloc(%n, %m) : memref<?x?xf32>
  %u = memref.alloc(%n, %m) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %one : f32
      affine.store %b, %t[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %t[%i, %j] : memref<?x?xf32>
      %b = math.exp %a : f32
      affine.store %b, %u[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %u[%i, %j] : memref<?x?xf32>
      %b = arith.divf %one, %a : f32
      affine.store %b, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
