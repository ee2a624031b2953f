func.func @chain(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  %one = arith.constant 1.0 : f32
  affine.for %j = 0 to %m {
    affine.for %i = 0 to %n {
      %a = affine.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %one : f32
      affine.store %b, %y[%i, %j] : memref<?x?xf32>
    }
    affine.for %i = 0 to %n {
      %a = affine.load %y[%i, %j] : memref<?x?xf32>
      %b = math.exp %a : f32
      affine.store %b, %y[%i, %j] : memref<?x?xf32>
      %c = affine.load %y[%i, %j] : memref<?x?xf32>
      %d = arith.divf %one, %c : f32
      affine.store %d, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
