// Symbolic size, tiles of four with a partial one at the end.
func.func @before(%A: memref<?x3xf32>, %B: memref<?x3xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 3 {
      %a = affine.load %A[%i, %j] : memref<?x3xf32>
      %b = affine.load %B[%i, %j] : memref<?x3xf32>
      %d = arith.subf %a, %b : f32
      affine.store %d, %B[%i, %j] : memref<?x3xf32>
    }
  }
  return
}
func.func @after(%A: memref<?x3xf32>, %B: memref<?x3xf32>, %n: index) {
  affine.for %t = 0 to %n step 4 {
    affine.for %j = 0 to 3 {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%t)[%n] {
        %a = affine.load %A[%i, %j] : memref<?x3xf32>
        %b = affine.load %B[%i, %j] : memref<?x3xf32>
        %d = arith.subf %a, %b : f32
        affine.store %d, %B[%i, %j] : memref<?x3xf32>
      }
    }
  }
  return
}
