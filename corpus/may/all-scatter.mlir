// why:    where elements lie is data: an order may break what may depend, and nothing is called legal or illegal for that
// run:    check --all --only reverse,parallelize,unroll
// expect: ok
func.func @scatter(%A: memref<?xf32>, %at: memref<?xindex>, %n: index) {
  affine.for %i = 0 to %n {
    %place = affine.load %at[%i] : memref<?xindex>
    %old = memref.load %A[%place] : memref<?xf32>
    %new = arith.addf %old, %old : f32
    memref.store %new, %A[%place] : memref<?xf32>
  }
  return
}
