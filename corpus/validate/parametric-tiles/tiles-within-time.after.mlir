func.func @smooth(%A: memref<?xf32>, %n: index, %t: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %t step %c1 {
    scf.for %i = %c0 to %n step %s {
      %e = affine.min affine_map<(d0)[s0, s1] -> (s0, s1 - d0)>(%i)[%s, %n]
      scf.for %o = %c0 to %e step %c1 {
        %p = arith.addi %i, %o : index
        %q = arith.addi %p, %c1 : index
        %x = memref.load %A[%p] : memref<?xf32>
        %z = memref.load %A[%q] : memref<?xf32>
        %y = arith.mulf %x, %z : f32
        memref.store %y, %A[%p] : memref<?xf32>
      }
    }
  }
  return
}
