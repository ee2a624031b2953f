func.func @f(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n step 4 {
   affine.for %j = affine_map<(d0)->(d0)>(%i) to min affine_map<(d0)[s0]->(d0+4, s0)>(%i)[%n] {
    %x = affine.load %A[%j] : memref<?xi32>
    %y = affine.load %B[%j] : memref<?xi32>
    %q = arith.divsi %x, %y : i32
    affine.store %q, %A[%j] : memref<?xi32>
   }
  }
  return
}
