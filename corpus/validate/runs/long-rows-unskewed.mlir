// why:    the first sizes at which the tiles are wrong have rows of 27,000 elements: more than runs have elsewhere, but few are suspected
// run:    validate %after
// expect: refuted
func.func @sweep(%a: memref<?x27000xf64>, %n: index, %t: index) {
  affine.for %s = 0 to %t {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %x = affine.load %a[%i - 1, 3] : memref<?x27000xf64>
      %y = affine.load %a[%i + 1, 3] : memref<?x27000xf64>
      %z = arith.addf %x, %y : f64
      affine.store %z, %a[%i, 3] : memref<?x27000xf64>
    }
  }
  return
}
