// why:    what `lift-cf-to-scf` makes of blocks: the branch that goes on is in the first region of the loop
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
    %a = memref.load %A[%i] : memref<?xf32>
    %s = arith.addf %acc, %a : f32
    memref.store %s, %A[%i] : memref<?xf32>
    scf.yield %s : f32
  }
  return %r : f32
}
