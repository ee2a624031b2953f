func.func @f(%n: index, %m: index, %A: memref<?xf32>, %x: f32) {
  %one = arith.constant 1 : index
  %k = arith.addi %m, %one : index
  %q = arith.muli %k, %n : index
  %p = arith.subi %q, %m : index
  affine.for %i = 0 to %p step 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%i)[%p] {
      affine.store %x, %A[%j] : memref<?xf32>
    }
  }
  return
}
