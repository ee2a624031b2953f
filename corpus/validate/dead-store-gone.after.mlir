func.func @twice(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    affine.store %a, %y[%i] : memref<?xf32>
  }
  return
}
