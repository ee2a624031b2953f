func.func @sweep(%a: memref<?x27000xf64>, %n: index, %t: index) {
  affine.for %s0 = 0 to %t step 3 {
    affine.for %i0 = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] step 7 {
      affine.for %s = affine_map<(d0) -> (d0)>(%s0) to min affine_map<(d0)[s0] -> (d0 + 3, s0)>(%s0)[%t] {
        affine.for %i = affine_map<(d0) -> (d0)>(%i0) to min affine_map<(d0)[s0] -> (d0 + 7, s0 - 1)>(%i0)[%n] {
          %x = affine.load %a[%i - 1, 3] : memref<?x27000xf64>
          %y = affine.load %a[%i + 1, 3] : memref<?x27000xf64>
          %z = arith.addf %x, %y : f64
          affine.store %z, %a[%i, 3] : memref<?x27000xf64>
        }
      }
    }
  }
  return
}
