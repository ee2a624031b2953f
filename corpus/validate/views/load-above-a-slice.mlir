// why:    a load of the buffer becomes one of a slice that may be too small for it
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<12x32xf32>, %o: index, %p: index, %i: index, %j: index, %s: index, %t: index) -> f32 {
  %z = arith.constant 0 : index
  %0 = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 * s2)>()[%o, %i, %s]
  %1 = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 * s2)>()[%p, %j, %t]
  %2 = memref.load %A[%0, %1] : memref<12x32xf32>
  return %2 : f32
}
