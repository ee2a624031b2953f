func.func @f(%s: index, %n: index, %m: index, %A: memref<?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n step 4 {
    affine.for %k = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] {
      affine.for %j = 0 to %m {
        %a = arith.muli %s, %k : index
        %b = arith.addi %j, %a : index
        %v = memref.load %A[%b] : memref<?xf32>
        affine.store %v, %B[%k, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
