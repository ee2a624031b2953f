func.func @scale(%A: memref<?xf32>, %n: index, %s: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.addi %s, %c1 : index
  scf.for %i = %c1 to %n step %s {
    %e = affine.min affine_map<(d0)[s0, s1] -> (s0, s1 - d0)>(%i)[%s, %n]
    scf.for %o = %c0 to %e step %c1 {
      %j = arith.addi %i, %o : index
      %x = memref.load %A[%j] : memref<?xf32>
      %y = arith.mulf %x, %f : f32
      memref.store %y, %A[%j] : memref<?xf32>
    }
  }
  return
}
