// What is added up where is data: H[at[i]] += w[i].
func.func @scatter(%at: memref<?xindex>, %w: memref<?xf32>, %H: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %at, %c0 : memref<?xindex>
  affine.for %i = 0 to %n {
    %k = affine.load %at[%i] : memref<?xindex>
    %a = affine.load %w[%i] : memref<?xf32>
    %h = memref.load %H[%k] : memref<?xf32>
    %s = arith.addf %h, %a : f32
    memref.store %s, %H[%k] : memref<?xf32>
  }
  return
}
