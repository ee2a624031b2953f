func.func @ahead(%x: memref<?xf32>, %t: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to min affine_map<()[s0] -> (2, s0 + 2)>()[%n] {
    %a = affine.load %x[%i] : memref<?xf32>
    %s = arith.mulf %a, %a : f32
    affine.store %s, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %c = affine.load %x[%i + 2] : memref<?xf32>
    %d = arith.mulf %c, %c : f32
    affine.store %d, %t[%i + 2] : memref<?xf32>
    %a = affine.load %t[%i] : memref<?xf32>
    %b = affine.load %t[%i + 2] : memref<?xf32>
    %s = arith.subf %a, %b : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  return
}
