func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %c5 = arith.constant 5 : index
  %p = affine.apply affine_map<()[s0,s1] -> (s0 floordiv s1)>()[%n,%m]
  %q = arith.muli %p, %k : index
  %r= arith.subi %q, %q : index
  %s = arith.addi %r, %c5 : index
  affine.for %i = 0 to %s {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
