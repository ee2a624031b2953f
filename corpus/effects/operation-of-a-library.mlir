// why:    an operation that nobody knows is a call of the function of its name
// run:    validate %after --effects examples/library.mlir
// expect: proved
func.func @f(%x: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %b = arith.mulf %a, %f : f32
    affine.store %b, %x[%i] : memref<?xf32>
  }
  return
}
